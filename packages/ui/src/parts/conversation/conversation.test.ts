import { RUN_EVENTS_TYPE } from '@chatwright/core'
import type { RunEvent } from '@chatwright/core'
import { beforeEach, expect, test } from 'vitest'

import { ApiError } from '../../lib/api-error.ts'
import { Conversation } from './conversation.ts'
import type { ConversationPorts, PredictionRequest } from './conversation.ts'
import { ConversationMemory } from './conversation-memory.ts'
import { blankAnswer } from './turn.ts'
import type { Turn } from './turn.ts'

let ids = 0

beforeEach(() => {
  ids = 0
})

const START: RunEvent = { type: 'run-start', runId: 'run', at: 1, endingNodeId: '', messageId: 'message-1' }
const END: Extract<RunEvent, { type: 'run-end' }> = {
  type: 'run-end',
  runId: 'run',
  at: 2,
  status: 'done',
  durationMs: 0,
}

const ANSWER = [
  frame(1, START),
  frame(2, { type: 'token', text: 'Hello ' }),
  frame(3, { type: 'token', text: 'there' }),
  frame(4, { type: 'source-documents', documents: [{ pageContent: 'passage', metadata: { source: 'a.pdf' } }] }),
  frame(5, { ...END, followUpPrompts: ['And then?'] }),
]

test('[CANVAS-3] a question becomes a turn with its streamed answer and sources', async () => {
  const chat = visitor([stream(ANSWER)])
  await chat.conversation.ask({ question: 'Hi' })
  const { turns, live } = chat.conversation.store.getState()
  expect(live).toBeUndefined()
  expect(turns).toEqual([
    {
      id: 'id-2',
      question: 'Hi',
      uploads: [],
      askedAt: '2026-01-01T00:00:00.000Z',
      answer: {
        ...blankAnswer,
        state: 'done',
        text: 'Hello there',
        sources: [{ pageContent: 'passage', metadata: { source: 'a.pdf' } }],
        followUps: ['And then?'],
        messageId: 'message-1',
        runId: 'run',
        durationMs: 0,
      },
    },
  ])
  expect(chat.requests[0]?.body).toEqual({ question: 'Hi', chatId: 'id-1', streaming: true, resumable: true })
})

test('[BOT-1] a visitor’s conversation is there again after a reload, under the same chat id', async () => {
  const before = visitor([stream(ANSWER)])
  await before.conversation.ask({ question: 'Hi' })
  const after = visitor([])
  const { chatId, turns } = after.conversation.store.getState()
  expect(chatId).toBe('id-1')
  expect(turns.map((turn) => [turn.question, turn.answer.text, turn.answer.messageId])).toEqual([
    ['Hi', 'Hello there', 'message-1'],
  ])
})

test('what a visitor’s answer came with is there again after a reload, but not bytes that would fill the storage', async () => {
  const picture = { type: 'png', data: 'FILE-STORAGE::chart.png', description: 'A chart' }
  const events = [
    frame(1, START),
    frame(2, { type: 'thinking', text: 'Let me see.' }),
    frame(3, { type: 'token', text: 'Hello' }),
    frame(4, { type: 'artifacts', artifacts: [picture, { type: 'png', data: 'cG9pbnQ=' }] }),
    frame(5, END),
  ]
  await visitor([stream(events)]).conversation.ask({ question: 'Hi' })
  const answer = visitor([]).conversation.store.getState().turns[0]?.answer
  expect(answer).toMatchObject({ text: 'Hello', thinking: { text: 'Let me see.' }, artifacts: [picture] })
})

test('tools are over as soon as the model goes on, and what came out of them is told at the end', async () => {
  const events = [
    frame(1, START),
    frame(2, { type: 'called-tools', tools: [{ tool: 'draw', toolInput: {}, toolOutput: '' }] }),
    frame(3, { type: 'token', text: 'Hello ' }),
    frame(4, { type: 'used-tools', tools: [{ tool: 'draw', toolInput: {}, toolOutput: 'done' }] }),
    frame(5, END),
  ]
  const chat = visitor([stream(events.slice(0, 3), { staysOpen: true })])
  const asked = chat.conversation.ask({ question: 'Hi' })
  await untilLive(chat.conversation, 'Hello ')
  expect(chat.conversation.store.getState().live?.answer).toMatchObject({ runningTools: [], calledTools: ['draw'] })
  chat.conversation.leave()
  await asked

  const after = visitor([stream(events)])
  await after.conversation.open()
  const [turn] = after.conversation.store.getState().turns
  expect(turn?.answer).toMatchObject({
    runningTools: [],
    calledTools: [],
    tools: [{ tool: 'draw', toolOutput: 'done' }],
  })
})

test('an answer that a reload cut off is read again from its start', async () => {
  const cut = visitor([stream(ANSWER.slice(0, 2), { staysOpen: true })])
  const asked = cut.conversation.ask({ question: 'Hi' })
  await untilLive(cut.conversation, 'Hello ')
  cut.conversation.leave()
  await asked

  const after = visitor([stream(ANSWER)])
  await after.conversation.open()
  expect(after.requests[0]?.headers).toMatchObject({ 'Last-Event-ID': 'run:0' })
  expect(after.conversation.store.getState().turns.map((turn) => turn.answer.text)).toEqual(['Hello there'])
  expect(new ConversationMemory('flow', 'EXTERNAL').read()?.pending).toBeUndefined()
})

test('a visitor who asked the same twice sees both answers after a reload, each with its own files', async () => {
  const picture = { name: 'a.png', mime: 'image/png', type: 'file', data: 'data:image/png;base64,cG9pbnQ=' } as const
  const cut = visitor([stream(ANSWER), stream(ANSWER.slice(0, 2), { staysOpen: true })])
  await cut.conversation.ask({ question: 'More' })
  const asked = cut.conversation.ask({ question: 'More', uploads: [picture], replaces: 'message-0' })
  await untilLive(cut.conversation, 'Hello ')
  cut.conversation.leave()
  await asked

  const after = visitor([stream(ANSWER)])
  await after.conversation.open()
  const { turns } = after.conversation.store.getState()
  expect(turns.map((turn) => [turn.answer.text, turn.uploads.map(({ name }) => name)])).toEqual([
    ['Hello there', []],
    ['Hello there', ['a.png']],
  ])
  expect(after.requests[0]?.body.replaces).toBe('message-0')
})

const gone = new ApiError({ status: 410, code: 'run-gone', message: 'gone' })
const STOPPED = { code: 'server-stopped', message: 'The server stopped.' } as const
const ENDED = stream([frame(1, START), frame(2, { ...END, status: 'interrupted', fault: STOPPED })])

test.each([
  ['forgot it', () => Promise.reject(gone), 'answer-lost'],
  ['only knows that it ended', ENDED, 'server-stopped'],
])('what was read of an answer stays when the server %s, and asking again replaces it', async (_, repeated, code) => {
  const chat = visitor([stream(ANSWER.slice(0, 2)), () => Promise.reject(gone), repeated, stream(ANSWER)])
  await chat.conversation.ask({ question: 'Hi' })
  const [turn] = chat.conversation.store.getState().turns
  expect(turn?.answer).toMatchObject({ state: 'interrupted', text: 'Hello ' })
  expect(turn?.answer.fault?.code).toBe(code)
  await chat.conversation.askAgain(turn?.id ?? '')
  expect(chat.requests.at(-1)?.body.replaces).toBe('message-1')
})

test('stopping tells the server, and keeps what was written', async () => {
  const chat = visitor([stream(ANSWER.slice(0, 2), { staysOpen: true })])
  const asked = chat.conversation.ask({ question: 'Hi' })
  await untilLive(chat.conversation, 'Hello ')
  await chat.conversation.stop()
  await asked
  expect(chat.aborted).toEqual(['id-1'])
  const answer = chat.conversation.store.getState().turns[0]?.answer
  expect(answer).toMatchObject({ state: 'stopped', text: 'Hello ' })
})

test('a failed run names its node, its cause and the way out', async () => {
  const fault = {
    code: 'wrong-credential',
    message: 'Wrong key',
    hint: 'Check the credential',
    nodeId: 'chatOpenAI_0',
    nodeLabel: 'ChatOpenAI',
  } as const
  const chat = visitor([stream([frame(1, START), frame(2, { ...END, status: 'failed', fault })])])
  await chat.conversation.ask({ question: 'Hi' })
  expect(chat.conversation.store.getState().turns[0]?.answer).toMatchObject({ state: 'failed', fault })
})

test('an answer that broke off is gone on with in its place, and stays on the screen meanwhile', async () => {
  const broken = [...ANSWER.slice(0, 2), frame(3, { ...END, status: 'interrupted', fault: STOPPED })]
  const rest = [
    frame(1, START),
    frame(2, { type: 'token', text: 'Hello ' }),
    frame(3, { type: 'token', text: 'there' }),
  ]
  const chat = visitor([stream(broken), stream([...rest, frame(4, END)])])
  await chat.conversation.ask({ question: 'Hi' })
  const [turn] = chat.conversation.store.getState().turns
  const shown = new Set<string | undefined>()
  chat.conversation.store.subscribe(({ live }) => live && shown.add(live.answer.text))
  await chat.conversation.goOn(turn?.id ?? '')
  expect(chat.requests[1]?.body).toMatchObject({ continue: 'message-1', chatId: 'id-1' })
  const { turns } = chat.conversation.store.getState()
  expect(turns.map(({ question, answer }) => [question, answer.state, answer.text])).toEqual([
    ['Hi', 'done', 'Hello there'],
  ])
  expect(shown).not.toContain('')
})

test('what a run waits for is offered, decided once, and gone on with as the next turn', async () => {
  const buttons = [
    { type: 'proceed', label: 'Send it' },
    { type: 'reject', label: 'Drop it' },
  ]
  const question = { kind: 'decision', text: 'Send?', buttons, takesFeedback: true } as const
  const asks = [
    frame(1, START),
    frame(2, { type: 'token', text: 'Send?' }),
    frame(3, { type: 'step-wait', path: 'ask@0', nodeId: 'ask', label: 'Ask', at: 1, question }),
    frame(4, { ...END, status: 'waiting' }),
  ]
  const chat = visitor([stream(asks), stream(ANSWER)])
  await chat.conversation.ask({ question: 'Hi' })
  const [turn] = chat.conversation.store.getState().turns
  expect(turn?.answer).toMatchObject({
    state: 'done',
    text: 'Send?',
    asked: { nodeId: 'ask', buttons, takesFeedback: true },
  })
  const decides = { type: 'proceed', startNodeId: 'ask', feedback: 'with love' }
  await chat.conversation.decide(turn?.id ?? '', { decides, words: 'with love' })
  expect(chat.requests[1]?.body).toMatchObject({ question: 'with love', humanInput: decides, chatId: 'id-1' })
  const { turns } = chat.conversation.store.getState()
  expect(turns.map(({ answer }) => [answer.text, answer.asked])).toEqual([
    ['Send?', undefined],
    ['Hello there', undefined],
  ])
})

test('a whole answer is not gone on with', async () => {
  const chat = visitor([stream(ANSWER)])
  await chat.conversation.ask({ question: 'Hi' })
  await chat.conversation.goOn(chat.conversation.store.getState().turns[0]?.id ?? '')
  expect(chat.requests).toHaveLength(1)
})

test('a refused request is an answer that failed, not a question that vanished', async () => {
  const refusal = new ApiError({ status: 429, code: 'too-many-requests', message: 'Slow down' })
  const chat = visitor([() => Promise.reject(refusal)])
  await chat.conversation.ask({ question: 'Hi' })
  expect(chat.conversation.store.getState().turns[0]).toMatchObject({
    question: 'Hi',
    answer: { state: 'failed', fault: { message: 'Slow down', code: 'too-many-requests', isRetryable: true } },
  })
})

test('asking again, changed or not, replaces the turn and what followed it', async () => {
  const chat = visitor([stream(ANSWER), stream(ANSWER), stream(ANSWER)])
  await chat.conversation.ask({ question: 'one' })
  await chat.conversation.ask({ question: 'two' })
  const first = chat.conversation.store.getState().turns[0]
  await chat.conversation.askAgain(first?.id ?? '', 'one, but better')
  expect(chat.conversation.store.getState().turns.map((turn) => turn.question)).toEqual(['one, but better'])
  expect(chat.requests[2]?.body).toMatchObject({ question: 'one, but better', replaces: 'message-1' })
})

test('a stopped answer is replaced by its message', async () => {
  const chat = visitor([stream(ANSWER.slice(0, 2), { staysOpen: true }), stream(ANSWER)])
  const asked = chat.conversation.ask({ question: 'Hi' })
  await untilLive(chat.conversation, 'Hello ')
  await chat.conversation.stop()
  await asked
  await chat.conversation.askAgain(chat.conversation.store.getState().turns[0]?.id ?? '')
  expect(chat.requests[1]?.body.replaces).toBe('message-1')
})

test('what a refused question was to replace is replaced by the next one', async () => {
  const refusal = new ApiError({ status: 429, code: 'too-many-requests', message: 'Slow down' })
  const chat = visitor([stream(ANSWER), () => Promise.reject(refusal), stream(ANSWER)])
  await chat.conversation.ask({ question: 'one' })
  await chat.conversation.askAgain(chat.conversation.store.getState().turns[0]?.id ?? '')
  await chat.conversation.askAgain(chat.conversation.store.getState().turns[0]?.id ?? '')
  expect(chat.requests.map(({ body }) => body.replaces)).toEqual([undefined, 'message-1', 'message-1'])
})

const ANSWERED = frame(4, { type: 'answered', at: 2, durationMs: 7 })

test('a whole answer lets people go on while suggestions are still thought of', async () => {
  const chat = visitor([stream([...ANSWER.slice(0, 3), ANSWERED], { staysOpen: true }), stream(ANSWER)])
  const asked = chat.conversation.ask({ question: 'one' })
  await expect.poll(() => chat.conversation.store.getState().turns.length).toBe(1)
  expect(chat.conversation.store.getState()).toMatchObject({
    live: undefined,
    turns: [{ answer: { state: 'done', text: 'Hello there', messageId: 'message-1', durationMs: 7 } }],
  })
  await chat.conversation.ask({ question: 'two' })
  await asked
  expect(chat.conversation.store.getState().turns.map((turn) => turn.answer.followUps)).toEqual([[], ['And then?']])
})

test('suggestions join the answer that was waiting for them, also after a reload', async () => {
  const chat = visitor([stream([...ANSWER.slice(0, 3), ANSWERED, ...ANSWER.slice(4)])])
  await chat.conversation.ask({ question: 'one' })
  expect(chat.conversation.store.getState().turns[0]?.answer.followUps).toEqual(['And then?'])
  expect(visitor([]).conversation.store.getState().turns[0]?.answer.followUps).toEqual(['And then?'])
})

test('[CANVAS-3] clearing deletes what the server keeps and starts a new chat', async () => {
  const deleted: string[] = []
  const chat = builder([stream(ANSWER)], {
    loadHistory: () => Promise.resolve([]),
    deleteHistory: async (chatId) => deleted.push(chatId),
  })
  await chat.conversation.ask({ question: 'Hi' })
  const before = chat.conversation.store.getState().chatId
  await chat.conversation.clear()
  const { chatId, turns } = chat.conversation.store.getState()
  expect({ deleted, turns }).toEqual({ deleted: [before], turns: [] })
  expect(chatId).not.toBe(before)
})

test('clearing while an answer is being written leaves nothing of it', async () => {
  const chat = visitor([stream(ANSWER.slice(0, 2), { staysOpen: true })])
  const asked = chat.conversation.ask({ question: 'Hi' })
  await untilLive(chat.conversation, 'Hello ')
  await chat.conversation.clear()
  await asked
  expect(chat.conversation.store.getState()).toMatchObject({ turns: [], live: undefined })
  expect(visitor([]).conversation.store.getState().turns).toEqual([])
})

test('what another tab went on with is shown here, and not lost with the next question', async () => {
  const here = visitor([stream(ANSWER)])
  const there = visitor([stream(ANSWER)])
  await there.conversation.ask({ question: 'there' })
  await here.conversation.catchUp()
  await here.conversation.ask({ question: 'here' })
  expect(
    visitor([])
      .conversation.store.getState()
      .turns.map((turn) => turn.question),
  ).toEqual(['there', 'here'])
})

test('an answer that is done stands among the turns in the moment in which none is under way', async () => {
  const { conversation } = visitor([stream(ANSWER)])
  const seen: string[] = []
  conversation.store.subscribe(({ live, turns }, before) => {
    if (before.live && !live) seen.push(...turns.map(({ answer }) => answer?.text ?? ''))
  })
  await conversation.ask({ question: 'Hi' })
  expect(seen).toEqual(['Hello there'])
})

test('what another tab was answered while this one was is not lost, and nothing is there twice', async () => {
  await visitor([stream(ANSWER)]).conversation.ask({ question: 'before' })
  let goOn = (): void => undefined
  const isReleased = new Promise<void>((resolve) => (goOn = resolve))
  const here = visitor([async (request) => (await isReleased, stream(ANSWER)(request))])
  const there = visitor([stream(ANSWER)])
  const asked = here.conversation.ask({ question: 'here' })
  await there.conversation.ask({ question: 'there' })
  // It is told of the other's turn while it has one of its own.
  await here.conversation.catchUp()
  goOn()
  await asked
  await there.conversation.catchUp()
  for (const { conversation } of [here, there, visitor([])]) {
    const { turns } = conversation.store.getState()
    expect(turns.map(({ question }) => question)).toEqual(['before', 'there', 'here'])
    expect(new Set(turns.map(({ id }) => id)).size).toBe(3)
  }
})

test('when the run is gone, the answer the server kept is shown', async () => {
  const kept: Turn = {
    id: 'row',
    question: 'Hi',
    uploads: [],
    askedAt: '',
    answer: { ...blankAnswer, state: 'done', text: 'Hello there', messageId: 'message-1' },
  }
  const gone = new ApiError({ status: 404, code: 'not-found', message: 'gone' })
  const chat = builder([stream(ANSWER.slice(0, 2)), () => Promise.reject(gone), () => Promise.reject(gone)], {
    loadHistory: () => Promise.resolve([kept]),
  })
  await chat.conversation.ask({ question: 'Hi' })
  expect(chat.conversation.store.getState().turns[0]?.answer).toMatchObject({ state: 'done', text: 'Hello there' })
})

const CALL: RunEvent = { type: 'node-start', nodeId: 'a_0', label: 'A', name: 'a', callId: 'a_0#1', at: 1 }

test('a run reaches the canvas from its start to its end', async () => {
  const seen: string[] = []
  const chat = builder([stream([frame(1, START), frame(2, CALL), frame(3, END)])], {
    onRunEvent: (event) => seen.push(event.type),
  })
  await chat.conversation.ask({ question: 'Hi' })
  expect(seen).toEqual(['run-start', 'node-start', 'run-end'])
})

test('the canvas hears the end also of a run that was stopped before it told its own', async () => {
  const seen: string[] = []
  const frames = [frame(1, START), frame(2, CALL), frame(3, { type: 'token', text: 'Hello ' })]
  const chat = builder([stream(frames, { staysOpen: true })], { onRunEvent: (event) => seen.push(event.type) })
  const asked = chat.conversation.ask({ question: 'Hi' })
  await untilLive(chat.conversation, 'Hello ')
  await chat.conversation.stop()
  await asked
  expect(seen).toEqual(['run-start', 'node-start', 'token', 'run-end'])
})

test('a page loaded before an upgrade says so instead of showing nothing', async () => {
  const chat = visitor([
    () => Promise.resolve(new Response('data:{}\n\n', { headers: { 'content-type': 'text/event-stream' } })),
  ])
  await chat.conversation.ask({ question: 'Hi' })
  expect(chat.conversation.store.getState().turns[0]?.answer).toMatchObject({
    state: 'failed',
    fault: { code: 'outdated-page' },
  })
})

test('tokens redraw the live turn only', async () => {
  const chat = visitor([stream(ANSWER), stream(ANSWER)])
  await chat.conversation.ask({ question: 'one' })
  const first = chat.conversation.store.getState().turns[0]
  const seen = new Set<Turn | undefined>()
  chat.conversation.store.subscribe((state) => seen.add(state.turns[0]))
  await chat.conversation.ask({ question: 'two' })
  expect([...seen]).toEqual([first])
})

type Answering = (request: PredictionRequest) => Promise<Response>

function visitor(answers: Answering[], ports: Partial<ConversationPorts> = {}) {
  const requests: PredictionRequest[] = []
  const aborted: string[] = []
  const conversation = new Conversation({
    predict: (request) => {
      requests.push(request)
      return answers.shift()?.(request) ?? Promise.reject(new Error('No answer scripted'))
    },
    abort: async (chatId) => aborted.push(chatId),
    memory: new ConversationMemory('flow', 'EXTERNAL'),
    newId: () => `id-${(ids += 1)}`,
    now: () => Date.parse('2026-01-01T00:00:00.000Z'),
    ...ports,
  })
  return { conversation, requests, aborted }
}

function builder(answers: Answering[], ports: Partial<ConversationPorts>) {
  return visitor(answers, { memory: new ConversationMemory('flow', 'INTERNAL'), ...ports })
}

function frame(id: number, event: RunEvent): string {
  return `id: run:${id}\ndata:${JSON.stringify(event)}\n\n`
}

function stream(frames: string[], { staysOpen = false } = {}): Answering {
  return ({ signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of frames) controller.enqueue(new TextEncoder().encode(text))
        if (staysOpen) signal.addEventListener('abort', () => controller.error(signal.reason))
        else controller.close()
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': RUN_EVENTS_TYPE } }))
  }
}

function untilLive(conversation: Conversation, text: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = conversation.store.subscribe((state) => {
      if (state.live?.answer.text !== text) return
      unsubscribe()
      resolve()
    })
  })
}
