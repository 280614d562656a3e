import { RUN_EVENTS_TYPE, VISITOR, type Asker, type RunEvent, type RunFault } from '@chatwright/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askerOf } from '../../door/askers/asker-of.ts'
import { createCompletionFrames } from '../openai/completion-frames.ts'
import { faultError, faultFor } from '../../runs/runs/fault-answer.ts'
import type { RunJob } from '../../runs/runs/run-job.ts'
import { behaviours, startBrokenVendor, type BrokenVendor } from '../../../testing/broken-vendor.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { toAnswer } from './answer.ts'
import { createFrameWriter } from './frames.ts'
import { createRunEventFrames } from '../../runs/runs/run-event-frames.ts'

/** Every code there is: a new one does not compile until it stands here. */
const codes: Record<RunFault['code'], true> = {
  'missing-input': true,
  'bad-input': true,
  'missing-credential': true,
  'wrong-credential': true,
  'not-found': true,
  quota: true,
  'rate-limit': true,
  overloaded: true,
  timeout: true,
  unreachable: true,
  refused: true,
  unsupported: true,
  'unsupported-parameter': true,
  failed: true,
  'flow-invalid': true,
  internal: true,
  'server-stopped': true,
  'not-kept': true,
  'database-away': true,
}
/** Sentences that the server itself writes, for everybody. */
const ours: ReadonlySet<string> = new Set(['server-stopped', 'not-kept', 'database-away'])

const builders = [
  '/srv/flows/secret.csv',
  'C:\\flows',
  "Open this node's credential",
  'Vector Store',
  'vector_0',
  'basePath',
]
const job = {
  runId: 'r',
  session: { chatId: 'c', sessionId: 'c' },
  memoryType: null,
  message: 'Hi',
  overrides: {},
} as RunJob

function faultOf(code: string): RunFault {
  const message = ours.has(code) ? 'Ours.' : 'ENOENT: open /srv/flows/secret.csv or C:\\flows\\x'
  const advice = {
    hint: "Open this node's credential.",
    nodeId: 'vector_0',
    nodeLabel: 'Vector Store',
    field: 'basePath',
  }
  return { code: code as RunFault['code'], message, ...(!ours.has(code) && advice) }
}

/** All ways in which a fault leaves the server, as the bytes that do. */
const ways: Record<string, (end: Extract<RunEvent, { type: 'run-end' }>, asker: Asker) => string> = {
  'a stream for older clients': (end, asker) => createFrameWriter(job, { asker, idPrefix: 'r:' }).frames(end, 1),
  'a stream of events': (end, asker) => createRunEventFrames('r', { asker, idPrefix: 'r:' }).frames(end, 1),
  'a streamed completion': (end, asker) =>
    createCompletionFrames({ id: 'c', model: 'm', createdSeconds: 0 }, { asker }).frames(end, 1),
  'a whole answer': (end, asker) => {
    try {
      return JSON.stringify(toAnswer(job, { ...end, text: '' }, { asker }))
    } catch (error) {
      const { message, details } = error as { message: string; details: unknown }
      return JSON.stringify({ message, details })
    }
  },
  'an error of a route': ({ fault }, asker) => {
    const { message, details } = faultError(faultFor(asker, fault ?? faultOf('failed')))
    return JSON.stringify({ message, details })
  },
}

describe.each(Object.entries(ways))('In %s', (_, say) => {
  const end = (code: string) =>
    ({ type: 'run-end', runId: 'r', at: 1, status: 'failed', durationMs: 1, fault: faultOf(code) }) as const

  test.each(Object.keys(codes))('of %s a visitor reads no path, no advice and no name of the flow’s parts', (code) => {
    const said = say(end(code), VISITOR)
    expect(said).toMatch(/[a-z]{3}/)
    for (const word of builders) expect(said).not.toContain(JSON.stringify(word).slice(1, -1))
  })

  test.each(Object.keys(codes).filter((code) => code !== 'internal' && !ours.has(code)))(
    'of %s the owner reads all',
    (code) => {
      const said = say(end(code), askerOf('chat', { kind: 'owner' }))
      for (const word of ['/srv/flows/secret.csv', "Open this node's credential"]) expect(said).toContain(word)
    },
  )
})

describe('A flow that fails, asked over the network', () => {
  const owner = { authorization: `Basic ${Buffer.from('owner:correct horse').toString('base64')}` }
  let server: TestServer
  let vendor: BrokenVendor
  let address: string
  let flowId: string
  beforeAll(async () => {
    vendor = await startBrokenVendor()
    server = await testServer({ env: { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' } })
    address = await server.listen()
    flowId = await createConversation(server, { vendorUrl: vendor.url, headers: owner })
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { deployed: true, isPublic: true }, owner)
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const completion = () => ({ model: flowId, messages: [{ role: 'user', content: 'Hi' }] })
  const asks: Record<string, (headers?: Record<string, string>) => ReturnType<typeof post>> = {
    whole: (headers) => post(`/api/v1/prediction/${flowId}`, { question: 'Hi' }, headers),
    streamed: (headers) => post(`/api/v1/prediction/${flowId}`, { question: 'Hi', streaming: true }, headers),
    'as events': (headers) =>
      post(
        `/api/v1/prediction/${flowId}`,
        { question: 'Hi', streaming: true },
        { accept: RUN_EVENTS_TYPE, ...headers },
      ),
    'by OpenAI’s protocol': (headers) => post('/v1/chat/completions', completion(), headers),
    'by OpenAI’s protocol, streamed': (headers) =>
      post('/v1/chat/completions', { ...completion(), stream: true }, headers),
  }

  test.each(Object.keys(asks))(
    '%s: a visitor hears that it is not theirs to mend, the owner what to do',
    async (how) => {
      vendor.script = [behaviours.refuse(401)]
      const visitor = await asks[how]?.()
      expect(visitor?.text).toContain("This chat isn't set up correctly.")
      expect(visitor?.text).not.toMatch(/ChatOpenAI|chatOpenAI_0|Open the/)
      const heard = await asks[how]?.(owner)
      expect(heard?.text).toContain("Open this node's credential")
    },
  )

  test.each(['streamed', 'by OpenAI’s protocol, streamed'])(
    '%s: a provider that asks to come back later, before a word was said, is a 429 with its time',
    async (how) => {
      vendor.script = [behaviours.refuse(429, { 'retry-after': '40' })]
      const answer = await asks[how]?.()
      expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([429, '40'])
      expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(JSON.parse(answer?.text ?? '')).toMatchObject({ code: 'provider-rate-limit' })
      vendor.script = [behaviours.refuse(529, { 'retry-after': '25' })]
      const overloaded = await asks[how]?.()
      expect([overloaded?.status, overloaded?.headers.get('retry-after')]).toEqual([503, '25'])
    },
  )

  test('as events: the code and the time are told to a visitor too', async () => {
    vendor.script = [behaviours.refuse(429, { 'retry-after': '40' })]
    const answer = await asks['as events']?.()
    expect(answer?.status).toBe(200)
    expect(answer?.text).toContain('"code":"rate-limit"')
    expect(answer?.text).toContain('"retryAfterSeconds":40')
  })
})
