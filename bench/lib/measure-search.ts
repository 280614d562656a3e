import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { machineLoad } from './browser-page.ts'
import { report } from './figures.ts'
import type { ProductVectors } from './product-vectors.ts'

/** How many are asked for. */
export const NEAREST = 10
const AT_ONCE = 8
/** Enough that one moment in which the machine does something else does not decide. */
const WAVES = 60
/** As many until what is asked most is compiled: the first few hundred take up to half as long again. */
const WARM_UP = 300
/** Of a product that was just started. */
const FIRST_ASKED = 10

/** Asks until the index of so many is there, and says what making it took. */
export async function makeIndex(
  { index, database }: ProductVectors,
  { collection, count, question }: { collection: string; count: number; question: Float32Array },
): Promise<void> {
  const began = performance.now()
  const kept = () => database.query.selectFrom('vector_index').select('head').executeTakeFirst()
  const before = (await kept())?.head
  const ask = () =>
    index.search(collection, [...question], { k: NEAREST }).then(
      () => undefined,
      (error: Error) => error.message,
    )
  await ask()
  // What was loaded first has an index already; asked for with all the rest, it is taken up and made anew.
  let head = before
  while (head === undefined || sizeOf(head) < count * 0.75) {
    await sleep(500)
    await ask()
    head = (await kept())?.head
  }
  await ask()
  await untilAtRest()
  const { bytes } = JSON.parse((await kept())?.head ?? head) as { bytes: number }
  report([
    { name: 'Index made in', value: (performance.now() - began) / 1000, unit: 's' },
    {
      name: 'Index kept and held',
      value: bytes / 2 ** 20,
      unit: 'MB',
      noise: `${(bytes / sizeOf(head)).toFixed(0)} bytes a passage`,
    },
  ])
}

/** What the first who ask after a start wait for, and everybody else meanwhile. */
export async function measureStart(
  { index }: ProductVectors,
  { collection, questions }: { collection: string; questions: readonly Float32Array[] },
): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const times: number[] = []
  for (const question of questions.slice(0, FIRST_ASKED)) {
    const began = performance.now()
    await index.search(collection, [...question], { k: NEAREST })
    times.push(performance.now() - began)
  }
  delay.disable()
  const [first = 0, ...next] = times
  report([
    { name: 'First question after a start', value: first, unit: 'ms' },
    { name: `Longest of the next ${next.length}`, value: Math.max(...next), unit: 'ms', cap: 100 },
    { name: 'Longest wait of everybody else meanwhile', value: delay.max / 1e6, unit: 'ms', cap: 100 },
  ])
}

/** What came in while the index was made is taken up afterwards, in threads whose work is not a search's. */
async function untilAtRest(): Promise<void> {
  for (let isBusy = true; isBusy;) {
    const before = process.cpuUsage()
    await sleep(1000)
    const { user, system } = process.cpuUsage(before)
    isBusy = user + system > 50_000
  }
}

function sizeOf(head: string): number {
  return (JSON.parse(head) as { sizes: number[] }).sizes.reduce((sum, size) => sum + size, 0)
}

interface Measured {
  name: string
  collection: string
  questions: readonly Float32Array[]
  /** For each question the ids of what is really nearest. */
  truth: readonly Set<string>[]
  filter?: Record<string, unknown> | undefined
}

/** Asks all the questions one by one, then several at once, and holds the figures against what is promised. */
export async function measureSearch(
  { index }: ProductVectors,
  { name, collection, questions, truth, filter }: Measured,
): Promise<void> {
  const ask = async (number: number): Promise<{ ms: number; found: number }> => {
    const began = performance.now()
    const documents = await index.search(collection, [...(questions[number] ?? [])], {
      k: NEAREST,
      ...(filter && { filter }),
    })
    const ms = performance.now() - began
    return { ms, found: documents.filter(({ id }) => truth[number]?.has(id ?? '')).length }
  }
  for (let number = 0; number < WARM_UP; number += 1) await ask(number % questions.length)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  const alone = []
  for (let number = 0; number < questions.length; number += 1) alone.push(await ask(number))
  const { user, system } = process.cpuUsage(before)
  const together = []
  for (let wave = 0; wave < WAVES; wave += 1) {
    const asked = Array.from({ length: AT_ONCE }, (_, at) => ask((wave * AT_ONCE + at) % questions.length))
    for (const each of await Promise.all(asked)) together.push(each)
  }
  delay.disable()
  const found = alone.reduce((sum, each) => sum + each.found, 0) / truth.reduce((sum, ids) => sum + ids.size, 0)
  const cpu = (user + system) / 1000 / alone.length
  report([
    {
      name: `${name}: p95 at one`,
      value: p95(alone),
      unit: 'ms',
      cap: 50,
      noise: `${cpu.toFixed(1)} ms CPU, load ${machineLoad()}`,
    },
    { name: `${name}: p95 at eight at once`, value: p95(together), unit: 'ms', cap: 50 },
    { name: `${name}: missed of the true ten`, value: (1 - found) * 100, unit: '%', cap: 5 },
    { name: `${name}: longest wait of everybody else`, value: delay.max / 1e6, unit: 'ms', cap: 100 },
  ])
}

function p95(values: readonly { ms: number }[]): number {
  const sorted = values.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0
}
