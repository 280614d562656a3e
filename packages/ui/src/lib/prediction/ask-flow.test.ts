import { expect, test } from 'vitest'

import { RUN_EVENTS_TYPE } from '@chatwright/core'
import type { RunEvent } from '@chatwright/core'
import { AnswerLost, askFlow, OutdatedPage } from './ask-flow.ts'
import type { AskOptions, ToldEvent } from './ask-flow.ts'

const WHOLE: [RunEvent, RunEvent, RunEvent, RunEvent] = [
  { type: 'run-start', runId: 'r', at: 1, endingNodeId: '' },
  { type: 'token', text: 'one ' },
  { type: 'token', text: 'two' },
  { type: 'run-end', runId: 'r', at: 2, status: 'done', durationMs: 1 },
]
const [START, ONE, TWO, END] = WHOLE.map((event, index) => `id: r:${index + 1}\ndata:${JSON.stringify(event)}\n\n`) as [
  string,
  string,
  string,
  string,
]

test('a stream that ends well is read in one go', async () => {
  const line = new ScriptedLine([sse(START, ONE, TWO, END)])
  expect(await line.ask()).toEqual(WHOLE)
  expect(line.requests).toEqual([{ Accept: RUN_EVENTS_TYPE, 'Idempotency-Key': 'question-1' }])
})

test('after a break every event arrives exactly once, even when the server repeats some', async () => {
  const line = new ScriptedLine([sse(START, ONE, 'id: r:3\ndata:{"eve', 'cut'), sse(ONE, TWO, END)])
  expect(await line.ask()).toEqual(WHOLE)
  expect(line.requests[1]).toMatchObject({ 'Idempotency-Key': 'question-1', 'Last-Event-ID': 'r:2' })
  expect(line.states).toEqual(['connected', 'reconnecting', 'connected'])
})

test('a body that ends without the last event counts as a break', async () => {
  const line = new ScriptedLine([sse(START, ONE), sse(TWO, END)])
  expect(await line.ask()).toEqual(WHOLE)
})

test('it keeps trying while the network is away', async () => {
  const line = new ScriptedLine([sse(START, ONE, 'cut'), 'unreachable', 'unreachable', sse(TWO, END)])
  expect(await line.ask()).toEqual(WHOLE)
  expect(line.waits).toEqual([250, 500, 1000])
})

test('a run that ended meanwhile is told again whole, by the key of its question', async () => {
  const line = new ScriptedLine([sse(START, ONE, 'cut'), status(404), sse(START, ONE, TWO, END)])
  expect(await line.ask()).toEqual([...WHOLE.slice(0, 2), { type: 'restart' }, ...WHOLE])
  expect(line.requests[2]).toEqual({ Accept: RUN_EVENTS_TYPE, 'Idempotency-Key': 'question-1' })
})

test('when the server knows neither run nor key, the answer is lost', async () => {
  const line = new ScriptedLine([sse(START, ONE, 'cut'), status(404), status(404)])
  await expect(line.ask()).rejects.toBeInstanceOf(AnswerLost)
  expect(line.requests).toHaveLength(3)
})

test('it gives up in the end', async () => {
  const line = new ScriptedLine([sse(START, 'cut'), ...Array.from({ length: 20 }, () => 'unreachable' as const)])
  await expect(line.ask()).rejects.toBeInstanceOf(AnswerLost)
  expect(line.waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(30_000)
})

test('a refusal of the first request is told as it is, and not tried again', async () => {
  const line = new ScriptedLine([status(401)])
  await expect(line.ask()).rejects.toMatchObject({ status: 401 })
  expect(line.requests).toHaveLength(1)
})

test("a server that can't be reached at all is told at once", async () => {
  const line = new ScriptedLine(['unreachable', sse(START, END)])
  await expect(line.ask()).rejects.toThrow('unreachable')
  expect(line.requests).toHaveLength(1)
})

test('stopping ends the reading, also between two tries', async () => {
  const controller = new AbortController()
  const line = new ScriptedLine([sse(START, ONE, 'cut'), sse(TWO, END)])
  const seen: ToldEvent[] = []
  await expect(
    line.ask({
      signal: controller.signal,
      wait: async (_, signal) => {
        controller.abort(new Error('stopped'))
        signal.throwIfAborted()
      },
      collect: seen,
    }),
  ).rejects.toThrow('stopped')
  expect(seen).toEqual(WHOLE.slice(0, 2))
})

test('a connection that says nothing, not even a heartbeat, is given up and resumed', async () => {
  const line = new ScriptedLine([sse(START, ONE, 'hang'), sse(TWO, END)])
  expect(await line.ask({ silenceLimitMs: 30 })).toEqual(WHOLE)
  expect(line.requests[1]).toMatchObject({ 'Last-Event-ID': 'r:2' })
})

test('a reloaded page resumes before the first event and sees the whole answer', async () => {
  const runs: string[] = []
  await new ScriptedLine([sse(START, ONE, TWO, END)]).ask({ onRun: (id) => runs.push(id) })
  const line = new ScriptedLine([sse(START, ONE, TWO, END)])
  expect(await line.ask({ resumeAfter: 'r:0', onRun: (id) => runs.push(id) })).toEqual(WHOLE)
  expect(runs).toEqual(['r:0'])
  expect(line.requests[0]).toMatchObject({ 'Last-Event-ID': 'r:0' })
})

test('an answer in words this page does not know is refused, not tried again', async () => {
  const line = new ScriptedLine([() => Promise.resolve(Response.json({ text: 'Hi' }))])
  await expect(line.ask()).rejects.toBeInstanceOf(OutdatedPage)
  expect(line.requests).toHaveLength(1)
})

type Answer = 'unreachable' | ((signal: AbortSignal) => Promise<Response>)

/** A server whose answers are scripted, one per request. */
class ScriptedLine {
  readonly requests: Record<string, string>[] = []
  readonly waits: number[] = []
  readonly states: string[] = []
  readonly #answers: Answer[]

  constructor(answers: Answer[]) {
    this.#answers = answers
  }

  async ask({ collect = [], ...options }: Partial<AskOptions> & { collect?: ToldEvent[] } = {}) {
    const stream = askFlow({
      idempotencyKey: 'question-1',
      signal: new AbortController().signal,
      wait: async (milliseconds) => void this.waits.push(milliseconds),
      onConnection: (state) => this.states.push(state),
      send: async ({ headers, signal }) => {
        this.requests.push(headers)
        const answer = this.#answers.shift()
        if (answer === undefined || answer === 'unreachable') throw new TypeError('unreachable')
        return answer(signal)
      },
      ...options,
    })
    for await (const event of stream) collect.push(event)
    return collect
  }
}

/** A stream of these frames; a last piece `cut` breaks the connection, `hang` leaves it open and silent. */
function sse(...pieces: string[]): Answer {
  const encoder = new TextEncoder()
  return async (signal) => {
    const left = [...pieces]
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        signal.addEventListener('abort', () => {
          if (pieces.at(-1) === 'hang') controller.error(signal.reason)
        }),
      pull(controller) {
        const piece = left.shift()
        if (piece === 'hang') return new Promise(() => undefined)
        if (piece === 'cut') return controller.error(new TypeError('network error'))
        return piece === undefined ? controller.close() : controller.enqueue(encoder.encode(piece))
      },
    })
    return new Response(body, { headers: { 'content-type': RUN_EVENTS_TYPE } })
  }
}

function status(code: number): Answer {
  return () => Promise.reject(Object.assign(new Error(`status ${code}`), { status: code }))
}
