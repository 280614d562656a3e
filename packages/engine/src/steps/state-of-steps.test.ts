import { Steps, type Flow, type RunEvent } from '@chatwright/core'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { collect, effectsOf, requestOf } from '../flow.fixture.ts'
import type { RunRequest } from '../request.ts'
import { run } from '../run.ts'
import { catalogue, drawSteps, world } from './steps.fixture.ts'

type State = Record<string, unknown>

const STATE = [
  { key: 'seen', value: 'begin', type: 'list' },
  { key: 'last', value: 'nobody' },
]

beforeEach(() => {
  world.done = []
  world.fails = new Map()
  world.onAct = async () => {}
})

test(
  'any drawing leaves each step, and the next run, the state that its order of drawing says',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        drawings,
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        fc.nat(),
        async (steps, picks, redone) => {
          const flow = drawn(steps)
          const failing = steps.filter(({ fails }) => fails).map(({ id }) => id)
          for (const id of failing) world.fails.set(id, 1)
          let events = await runIn(flow, picks)
          for (
            let tries = 0;
            new Steps(events).views.some(({ status }) => status === 'failed') && tries <= failing.length;
            tries += 1
          ) {
            const path = new Steps(events).views.find(({ status }) => status === 'failed')!.path
            events = [...events, ...(await runIn(flow, picks, { runId: `mended-${tries}`, told: events, again: path }))]
          }
          expectOracle(steps, events)
          const path = `${steps[redone % steps.length]!.id}@0`
          events = [
            ...events,
            ...(await runIn(flow, picks.toReversed(), { runId: 'again', told: events, again: path })),
          ]
          expectOracle(steps, events)
        },
      ),
      { numRuns: 100 },
    )
  },
)

test('what an item of a container leaves is joined as drawn, whatever finished first, and the next item begins with it', async () => {
  const flow = drawSteps({
    isParallel: true,
    steps: {
      begin_0: {
        state: STATE,
      },
      each_0: { items: '["a","b"]' },
      mark_0: markOf('mark_0'),
      mark_1: markOf('mark_1'),
      mark_2: markOf('mark_2'),
    },
    edges: ['begin_0 > each_0', 'each_0 > mark_2'],
    inside: { mark_0: 'each_0', mark_1: 'each_0' },
  })
  for (const picks of [[0], [1]]) {
    const steps = new Steps(await runIn(flow, picks))
    expect(steps.viewOf('each_0@0/1/mark_0@0')?.output).toEqual({ content: '["begin","mark_0","mark_1"] mark_1' })
    expect(steps.viewOf('mark_2@0')?.output).toEqual({
      content: '["begin","mark_0","mark_1","mark_0","mark_1"] mark_1',
    })
  }
})

test('a step after which nothing runs any more leaves its state again, and a container that is redone finds the new one', async () => {
  const joined = drawSteps({
    isParallel: true,
    steps: { begin_0: { state: STATE }, ask_0: { text: 'Join?' }, mark_0: markOf('mark_0'), mark_1: markOf('mark_1') },
    edges: ['begin_0 > mark_0', 'begin_0 > ask_0', 'mark_0 > mark_1', 'ask_0:0 > mark_1'],
  })
  const decide = (type: string) => ({ decisions: [{ path: 'ask_0@0', decision: { type } }] })
  let events = await runIn(joined, [0])
  events = [...events, ...(await runIn(joined, [0], { runId: 'yes', told: events, ...decide('proceed') }))]
  expect(new Steps(events).leftAt('')?.state).toMatchObject({ last: 'mark_1' })
  events = [...events, ...(await runIn(joined, [0], { runId: 'again', told: events, again: 'ask_0@0' }))]
  events = [...events, ...(await runIn(joined, [0], { runId: 'no', told: events, ...decide('reject') }))]
  expect(new Steps(events).leftAt('')?.state).toEqual({ seen: ['begin', 'mark_0'], last: 'mark_0' })

  const looped = drawSteps({
    steps: {
      begin_0: { state: STATE },
      mark_0: { ...markOf('mark_0'), update: [{ key: 'last', value: '{{current_date_time}}' }] },
      each_0: { items: '["a"]' },
      mark_1: markOf('mark_1'),
    },
    edges: ['begin_0 > mark_0', 'mark_0 > each_0'],
    inside: { mark_1: 'each_0' },
  })
  const told = await runIn(looped, [0])
  const steps = new Steps([...told, ...(await runIn(looped, [0], { runId: 'again', told, again: 'mark_0@0' }))])
  const { last } = steps.viewOf('mark_0@0')?.state ?? {}
  expect(last).not.toBe(new Steps(told).viewOf('mark_0@0')?.state?.['last'])
  expect(steps.viewOf('each_0@0/0/mark_1@0')?.output).toEqual({ content: `["begin"] ${String(last)}` })
})

interface Step {
  id: string
  after: string[]
  fails: boolean
}

const drawings: fc.Arbitrary<Step[]> = fc
  .array(fc.record({ after: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), fails: fc.boolean() }), {
    minLength: 2,
    maxLength: 8,
  })
  .map((parts) =>
    parts.map(({ after, fails }, index) => ({
      id: `mark_${index}`,
      after: [
        ...new Set(after.map((place) => (place % (index + 1) === 0 ? 'begin_0' : `mark_${(place % (index + 1)) - 1}`))),
      ],
      fails: fails && index % 3 === 0,
    })),
  )

/** Writes itself as the last, and adds itself to those that were seen. */
function markOf(id: string): Record<string, unknown> {
  return {
    name: id,
    found: '{{$flow.state.seen}} {{$flow.state.last}}',
    update: [
      { key: 'last', value: id },
      { key: 'seen', value: id },
    ],
  }
}

function drawn(steps: readonly Step[]): Flow {
  return drawSteps({
    isParallel: true,
    steps: {
      begin_0: {
        state: STATE,
      },
      ...Object.fromEntries(steps.map(({ id }) => [id, markOf(id)])),
    },
    edges: steps.flatMap(({ id, after }) => after.map((source) => `${source} > ${id}`)),
  })
}

/** Runs it, and lets one of the steps under way go on at a time. */
async function runIn(flow: Flow, picks: readonly number[], request: Partial<RunRequest> = {}): Promise<RunEvent[]> {
  const waiting: (() => void)[] = []
  world.onAct = () => new Promise<void>((resolve) => void waiting.push(resolve))
  const plan = await compile(flow, catalogue, { want: 'chat' })
  const state = { isOver: false }
  const running = collect(run(plan, { ...requestOf('Hello'), ...request }, effectsOf()))
  void running.finally(() => (state.isOver = true))
  for (let turn = 0; !state.isOver; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    const pick = picks[turn % picks.length] ?? 0
    if (waiting.length > 0) waiting.splice(pick % waiting.length, 1)[0]?.()
  }
  return running
}

/** The rule, said slowly: what led to a step, in the order it was drawn, each once. */
function expectOracle(steps: readonly Step[], events: readonly RunEvent[]): void {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const leadingTo = (ids: readonly string[]): string[] => [
    ...new Set(ids.flatMap((id) => [...leadingTo(byId.get(id)?.after ?? []), ...(byId.has(id) ? [id] : [])])),
  ]
  const stateOf = (ids: readonly string[]): State => ({ seen: ['begin', ...ids], last: ids.at(-1) ?? 'nobody' })
  const folded = new Steps(events)
  for (const { id, after } of steps) {
    const view = folded.viewOf(`${id}@0`)
    const found = stateOf(leadingTo(after))
    expect(view?.output).toEqual({ content: `${JSON.stringify(found['seen'])} ${String(found['last'])}` })
    expect(view?.state).toEqual(stateOf(leadingTo([id])))
  }
  const led = new Set(steps.flatMap(({ after }) => after))
  const ends = steps.filter(({ id }) => !led.has(id)).map(({ id }) => id)
  expect(folded.leftAt('')?.state).toEqual(stateOf(leadingTo(ends)))
}
