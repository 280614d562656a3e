import { outcomeOf, type RunEvent } from '@chatwright/core'
import { expect, vi } from 'vitest'
import { Listener } from './listener.ts'

export const WORDS = Array.from({ length: 400 }, (_, index) => `w${index} `)
const WHOLE = WORDS.join('')
export const PATIENCE = { timeout: 60_000, interval: 50 }

export interface StoredRun {
  status: string
  events: RunEvent[]
}

export interface Killed {
  /** Where it can be asked, now. */
  url: () => string
  flowId: string
  /** Ends whoever answers as hard as it can be ended, and starts another in its place. */
  kill: () => Promise<void>
  /** Whoever readers are connected to lives on: they are told how it ended without coming back. */
  readersStay: boolean
}

const ANSWERS = 10

/** Kills so often, each time in the middle of ten answers, and checks what became of each. Returns how many that were. */
export async function killAtRandomPoints(product: Killed, kills: number): Promise<number> {
  for (let kill = 0; kill < kills; kill += 1) await killOnce(product, kill)
  return kills * ANSWERS
}

async function killOnce(product: Killed, kill: number): Promise<void> {
  const listeners: Listener[] = []
  for (let n = 0; n < ANSWERS; n += 1) {
    listeners.push(ask(product, `chat-${kill}-${n}`))
    // Each is somewhere else when the end comes.
    const before = listeners[0]?.heard.length ?? 0
    await vi.waitFor(() => expect(listeners[0]?.heard.length).toBeGreaterThan(before + 3), PATIENCE)
  }
  await vi.waitFor(() => expect(listeners.every(({ text }) => text !== '')).toBe(true), PATIENCE)
  // What anybody could read in the database a moment ago was committed.
  const committed = await Promise.all(listeners.map(({ runId }) => read<StoredRun>(product, `/runs/${runId}`)))
  await product.kill()
  await Promise.all(listeners.map((listener) => listener.over()))
  for (const [n, listener] of listeners.entries()) {
    const before = outcomeOf(committed[n]?.events ?? []).text
    await checkOne(product, { chatId: `chat-${kill}-${n}`, listener, before })
  }
}

async function checkOne(
  product: Killed,
  { chatId, listener, before }: { chatId: string; listener: Listener; before: string },
): Promise<void> {
  // Other processes could be alive: a run is theirs until its lease has lapsed.
  const stored = await vi.waitFor(async () => {
    const run = await read<StoredRun>(product, `/runs/${listener.runId}`)
    expect(run.status).toBe('interrupted')
    return run
  }, PATIENCE)
  const { text } = outcomeOf(stored.events)
  // Nothing twice, nothing out of order, nothing lost that was committed, nothing nobody said.
  expect(WHOLE.startsWith(text) && text.startsWith(before), `${before}|${text}`).toBe(true)
  const kept = await read<{ id: string; role: string; content: string; status: string }[]>(
    product,
    `/chatmessage/${product.flowId}?chatId=${chatId}`,
  )
  expect(kept).toMatchObject([
    { role: 'userMessage', content: 'Count' },
    { role: 'apiMessage', content: text, status: 'interrupted' },
  ])
  const stopped = { status: 'interrupted', text, messageId: kept[1]?.id, fault: { code: 'server-stopped' } }
  if (product.readersStay) expect(outcomeOf(listener.heard.map(({ event }) => event))).toMatchObject(stopped)

  const again = await ask(product, chatId).over()
  expect(outcomeOf(again.heard.map(({ event }) => event))).toMatchObject(stopped)

  const lastId = listener.heard.at(-1)?.id ?? ''
  const resumed = await new Listener(addressOf(product), { body: {}, headers: { 'last-event-id': lastId } }).over()
  const heard = product.readersStay ? listener.heard : [...listener.heard, ...resumed.heard]
  const after = outcomeOf(heard.map(({ event }) => event))
  expect(after.status).toBe('interrupted')
  // A reader may have heard the last half second, which nobody has any more; never anything twice.
  expect(WHOLE.startsWith(after.text)).toBe(true)
  expect(after.text.length).toBeGreaterThanOrEqual(text.length)
}

/** Asks under a key: whoever asks again hears the same answer. */
function ask(product: Killed, chatId: string): Listener {
  return new Listener(addressOf(product), {
    body: { question: 'Count', chatId },
    headers: { 'idempotency-key': chatId },
  })
}

function addressOf({ url, flowId }: Killed): string {
  return `${url()}/api/v1/prediction/${flowId}`
}

async function read<Answer>({ url }: Pick<Killed, 'url'>, path: string): Promise<Answer> {
  return (await (await fetch(`${url()}/api/v1${path}`)).json()) as Answer
}
