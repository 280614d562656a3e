import { DECIDERS, WAIT_KINDS, type Way, type WaitQuestion } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chosenModel, createAgentFlow, type DrawnSteps } from '../../../../testing/agent-flow.ts'
import { channelCredential, telegramPress } from '../../../../testing/channel-traffic.ts'
import { startChatVendor, type ChatVendor } from '../../../../testing/chat-vendor.ts'
import { startFakeVendor, type FakeVendor } from '../../../../testing/fake-vendor.ts'
import { roomInDay } from '../../../../testing/room-in-day.ts'
import { describeOnBothDatabases, type TestServer } from '../../../../testing/test-server.ts'

const owner = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` }

let server: TestServer
let vendor: ChatVendor
let model: FakeVendor
let modelSettings: Record<string, unknown>
let key: Record<string, string>
/** The doors of the stored flow that is asked. */
let flowId: string
/** The same behind a form. */
let formFlowId: string
let webhookId: string
let channelId: string

interface Wait {
  id: string
  executionId: string
  nodeId: string
  chatId: string
  link: string
  calls: { id: string }[]
}
type Press = (wait: Wait, humanInput: object) => Promise<{ status: number; body?: { code?: string } }>

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.send('POST', `/api/v1${path}`, body, headers)
const own = async (path: string, body: object) => {
  const answer = await post(path, body, owner)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
  return answer.body
}

const predicted =
  (headers: () => Record<string, string>): Press =>
  ({ chatId }, humanInput) =>
    post(`/prediction/${flowId}`, { chatId, humanInput }, headers())

/** A button in a chat that is not this server's: it names the button, and nothing else. */
const pressInChannel: Press = async ({ id, chatId }) => {
  const press = telegramPress(`cw:${id}:0`, Number(chatId.slice(chatId.lastIndexOf(':') + 1)))
  const { secret_token: secret } = vendor.sent('setWebhook').at(-1)
  await post(`/channels/${channelId}/events`, press, { 'x-telegram-bot-api-secret-token': secret })
  return vi.waitFor(async () => {
    const { body } = await server.send('GET', `/api/v1/channels/${channelId}/deliveries`, undefined, owner)
    const [{ status }] = body.data
    expect(['SUCCEEDED', 'REFUSED']).toContain(status)
    return { status: status === 'SUCCEEDED' ? 200 : 403 }
  }, 30_000)
}

/** Every door, and who stands before it. A new one does not compile until it stands here. */
const DOORS: Record<Way, Record<string, Press>> = {
  chat: {
    visitor: predicted(() => ({})),
    'form filler': ({ chatId }, humanInput) => post(`/prediction/${formFlowId}`, { chatId, humanInput }),
    'asking key': predicted(() => key),
    owner: predicted(() => owner),
  },
  canvas: {
    owner: ({ chatId }, humanInput) => post(`/internal-prediction/${flowId}`, { chatId, humanInput }, owner),
  },
  webhook: {
    sender: ({ chatId }, humanInput) => post(`/webhook/${webhookId}`, { chatId, humanInput }),
    'owner as a sender': ({ chatId }, humanInput) => post(`/webhook/${webhookId}`, { chatId, humanInput }, owner),
  },
  channel: { user: pressInChannel },
  openai: {
    visitor: ({ chatId }, humanInput) =>
      server.send('POST', '/v1/chat/completions', {
        model: flowId,
        messages: [{ role: 'user', content: 'Proceed' }],
        chatId,
        humanInput,
      }),
  },
  mcp: {
    'managing key': ({ chatId }, humanInput) =>
      post(
        '/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'ask_flow', arguments: { flow: flowId, question: 'Proceed', chatId, humanInput } },
        },
        { ...owner, accept: 'application/json, text/event-stream' },
      ),
  },
  // Nobody stands before it: times carry no words of others.
  schedule: {},
  'review-link': {
    reviewer: ({ link }, humanInput) => post(`/reviews/${link.slice(link.lastIndexOf('/') + 1)}`, humanInput),
  },
  screen: { owner: ({ id }, humanInput) => post(`/waits/${id}/decision`, humanInput, owner) },
}

const OUTSIDE = ['review-link reviewer', 'screen owner']
const RIGHTFUL = ['canvas owner', 'chat owner', ...OUTSIDE]
const TALKING = [
  'chat asking key',
  'chat form filler',
  'chat visitor',
  'channel user',
  'webhook owner as a sender',
  'webhook sender',
]

/** Who can press a button of it, by the kind of the wait and who decides. */
const PRESSED_BY: Record<Kind, Record<(typeof DECIDERS)[number], string[]>> = {
  decision: { asker: [...RIGHTFUL, ...TALKING], reviewers: RIGHTFUL },
  approval: { asker: [...RIGHTFUL, ...TALKING], reviewers: RIGHTFUL },
  'approval of a Tool step': { asker: [...RIGHTFUL, ...TALKING], reviewers: RIGHTFUL },
  unknown: { asker: OUTSIDE, reviewers: OUTSIDE },
  limit: { asker: OUTSIDE, reviewers: OUTSIDE },
  time: { asker: OUTSIDE, reviewers: OUTSIDE },
}

/** By what a run waits for; the same is asked by an Agent and by a Tool step. */
type Kind = WaitQuestion['kind'] | 'approval of a Tool step'
const KINDS: readonly Kind[] = [...WAIT_KINDS, 'approval of a Tool step']
type Decider = (typeof DECIDERS)[number]

/** A stored flow that comes to a wait of each kind. Those who decide are set in the flow, where it can be. */
const FLOWS: Record<Kind, (decider: Decider) => DrawnSteps> = {
  decision: (humanInputDecider) => ({
    steps: { humanInputAgentflow_0: { humanInputDescription: 'Go on?', humanInputDecider }, ...reply },
    edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
  }),
  approval: (decider) => ({
    steps: { agentAgentflow_0: withTool('calculator', decider) },
    edges: ['startAgentflow_0 > agentAgentflow_0'],
  }),
  'approval of a Tool step': (toolDecider) => ({
    steps: { toolAgentflow_0: toolStep(toolDecider), ...reply },
    edges: ['startAgentflow_0 > toolAgentflow_0', 'toolAgentflow_0 > directReplyAgentflow_0'],
  }),
  limit: () => ({
    steps: { llmAgentflow_0: { llmModel: 'chatOpenAI', llmModelConfig: { ...modelSettings, llmModel: 'chatOpenAI' } } },
    edges: ['startAgentflow_0 > llmAgentflow_0'],
  }),
  time: () => ({
    steps: { waitAgentflow_0: { waitAmount: 9, waitUnit: 'days' }, ...reply },
    edges: ['startAgentflow_0 > waitAgentflow_0', 'waitAgentflow_0 > directReplyAgentflow_0'],
  }),
  // Only a crash asks this: it takes the place of what a Human Input asked.
  unknown: (decider) => FLOWS.decision(decider),
}
const reply = { directReplyAgentflow_0: { directReplyMessage: 'Gone on' } }
const toolStep = (toolDecider: Decider) => ({
  toolAgentflowSelectedTool: 'calculator',
  toolAgentflowSelectedToolConfig: { toolAgentflowSelectedTool: 'calculator' },
  toolInputArgs: [{ inputArgName: 'input', inputArgValue: '1+1' }],
  toolRequiresHumanInput: true,
  toolDecider,
})
const withTool = (tool: string, agentSelectedToolDecider?: Decider, settings: object = {}) => ({
  agentModel: 'chatOpenAI',
  agentModelConfig: { ...modelSettings, agentModel: 'chatOpenAI' },
  agentTools: [
    {
      agentSelectedTool: tool,
      agentSelectedToolConfig: { ...settings, agentSelectedTool: tool },
      agentSelectedToolRequiresHumanInput: true,
      ...(agentSelectedToolDecider && { agentSelectedToolDecider }),
    },
  ],
})
const FORM = {
  startInputType: 'formInput',
  formTitle: 'Order',
  formDescription: 'What do you order?',
  formInputTypes: [{ type: 'string', label: 'Name', name: 'name' }],
}
const TOOL_CALL = { tokens: [], tool: 'calculator', toolInput: { input: '1+1' } }

const everyone = Object.entries(DOORS).flatMap(([way, people]) =>
  Object.entries(people).map(([who, press]) => ({ name: `${way} ${who}`, way, press })),
)
/** Doors that answer whoever decides in the words of the decision. */
const SPEAKING: ReadonlySet<string> = new Set<Way>(['chat', 'canvas', 'webhook', 'screen'])
const asOwner = (of: TestServer): TestServer => ({
  ...of,
  send: (method, url, body, headers) => of.send(method, url, body, { ...owner, ...headers }),
})
let chats = 7000

/** Stores a flow that comes to such a wait, with all its doors. */
async function openDoors(drawn: DrawnSteps): Promise<void> {
  flowId = await createAgentFlow(asOwner(server), drawn)
  formFlowId = await createAgentFlow(asOwner(server), { ...drawn, steps: { startAgentflow_0: FORM, ...drawn.steps } })
  for (const id of [flowId, formFlowId]) {
    await server.send('PUT', `/api/v1/chatflows/${id}`, { deployed: true, isPublic: true }, owner)
  }
  const webhook = { signature: 'none' }
  webhookId = (await own('/triggers', { flowId, kind: 'webhook', name: 'Shop', webhook })).id
  const { id: credentialId } = await own('/credentials', channelCredential('telegram', vendor.url))
  channelId = (await own('/channels', { kind: 'telegram', name: 'Bot', flowId, credentialId })).id
  await own(`/channels/${channelId}/connect`, {})
}

/** A run of the stored flow that waits. */
async function waitAt(door: string, kind: Kind): Promise<Wait> {
  const isForm = door.endsWith('form filler')
  const askedId = isForm ? formFlowId : flowId
  const words = isForm ? { form: { name: 'Ann' } } : { question: 'Go' }
  model.upcoming = kind === 'approval' ? [TOOL_CALL] : []
  const atLimit = { scope: 'flow', subject: askedId, period: 'day', unit: 'tokens', amount: 1, atLimit: 'ask' }
  const limit = kind === 'limit' && (await own('/limits', atLimit))
  const waitsOf = async (executionId: string) =>
    (await server.send('GET', `/api/v1/waits?executionId=${executionId}`, undefined, owner)).body.items
  // A worker hears of a limit within a second.
  const { chatId, executionId } = await vi.waitFor(async () => {
    const chat = door.startsWith('channel') ? `telegram:${channelId}:${++chats}` : randomUUID()
    const asked = await post(`/prediction/${askedId}`, { ...words, chatId: chat })
    expect(asked.status, asked.text).toBe(200)
    expect(await waitsOf(asked.body.executionId)).toHaveLength(1)
    return { chatId: chat, executionId: asked.body.executionId }
  })
  if (kind === 'unknown') await askUnknown(executionId)
  const [{ id, link, question, nodeId }] = await waitsOf(executionId)
  expect(question.kind).toBe(kind === 'approval of a Tool step' ? 'approval' : kind)
  // What one was allowed is not left for the next.
  if (limit) await server.send('DELETE', `/api/v1/limits/${limit.id}`, undefined, owner)
  return { id, executionId, nodeId, chatId, link: link ?? 'none', calls: question.calls }
}

async function askUnknown(executionId: string): Promise<void> {
  const question: WaitQuestion = { kind: 'unknown', text: 'Was it done?', buttons: [{ type: 'proceed', label: 'Yes' }] }
  const of = server.database.query.updateTable('run_wait').where('execution_id', '=', executionId)
  await of.set({ question: JSON.stringify(question) }).execute()
}

/** Whether it was decided; if so, the run has gone on by now. */
async function isDecided({ id, executionId }: Wait): Promise<boolean> {
  const { query: db } = server.database
  const row = await db.selectFrom('run_wait').select('decided_date').where('id', '=', id).executeTakeFirstOrThrow()
  if (row.decided_date === null) return false
  await vi.waitFor(async () => {
    const { body } = await server.send('GET', `/api/v1/executions/${executionId}`, undefined, owner)
    expect(['FINISHED', 'ERROR', 'TERMINATED', 'STOPPED']).toContain(body.state)
  }, 60_000)
  return true
}

/** Who it was in the end, as the owner reads it of the execution. */
async function deciderOf({ executionId, nodeId }: Wait): Promise<unknown> {
  const path = encodeURIComponent(`${nodeId}@0`)
  const step = (of: string) => server.send('GET', `/api/v1/${of}/${executionId}/step?path=${path}`, undefined, owner)
  const { body } = await step('executions')
  await server.send('PUT', `/api/v1/executions/${executionId}`, { isPublic: true }, owner)
  const { text } = await step('public-executions')
  expect(text).not.toContain('decidedBy')
  return body.decidedBy
}

/** By which door and as whom, with what the door knows of them. */
const DECIDED_AS: Record<string, object> = {
  'canvas owner': { kind: 'person', way: 'canvas' },
  'chat owner': { kind: 'person', way: 'chat' },
  'chat visitor': { kind: 'visitor', way: 'chat' },
  'chat form filler': { kind: 'visitor', way: 'chat' },
  'chat asking key': { kind: 'api-key', way: 'chat', id: expect.any(String) },
  'channel user': { kind: 'channel-user', way: 'channel', id: expect.any(String), name: expect.any(String) },
  'webhook sender': { kind: 'webhook', way: 'webhook' },
  'webhook owner as a sender': { kind: 'webhook', way: 'webhook' },
  'review-link reviewer': { kind: 'reviewer', way: 'review-link' },
  'screen owner': { kind: 'person', way: 'screen' },
}

describeOnBothDatabases('Who decides what a run waits for', (start) => {
  beforeEach(roomInDay)
  beforeAll(async () => {
    vendor = await startChatVendor()
    const env = { CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'secret', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
    server = await start({ env, lookEveryMs: 20 })
    model = await startFakeVendor()
    modelSettings = await chosenModel(asOwner(server), model.url)
    const { apiKey } = await own('/apikey', { keyName: 'asks', permissions: ['predict'] })
    key = { authorization: `Bearer ${apiKey}` }
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
    await model.close()
  })

  const cells = KINDS.flatMap((kind) => DECIDERS.map((decider) => ({ kind, decider })))

  test.each(cells)('a wait of the kind $kind for $decider, at every door', async ({ kind, decider }) => {
    await openDoors(FLOWS[kind](decider))
    const decided: string[] = []
    for (const { name, way, press } of everyone) {
      const wait = await waitAt(name, kind)
      const { status, body } = await press(wait, { type: 'proceed' })
      const is = await isDecided(wait)
      if (is) {
        decided.push(name)
        expect([name, await deciderOf(wait)]).toEqual([name, DECIDED_AS[name]])
      } else if (SPEAKING.has(way)) {
        expect([name, status, body?.code]).toEqual([name, 403, 'decision-refused'])
      }
    }
    expect(decided.sort()).toEqual(PRESSED_BY[kind][decider].toSorted())
  })

  test('who asks presses buttons: other arguments and results are for the owner and reviewers', async () => {
    const beyond = [
      ({ calls: [call] }: Wait) => ({
        type: 'proceed',
        calls: { [call?.id ?? '']: { type: 'proceed', input: { input: '999' } } },
      }),
      () => ({ type: 'proceed', result: { receipt: 'forged' } }),
    ]
    await openDoors(FLOWS.approval('asker'))
    const decided: string[] = []
    for (const { name, way, press } of everyone.filter((each) => each.way !== 'channel')) {
      for (const humanInputOf of beyond) {
        const wait = await waitAt(name, 'approval')
        const { status, body } = await press(wait, humanInputOf(wait))
        if (await isDecided(wait)) decided.push(name)
        else if (SPEAKING.has(way)) expect([name, status, body?.code]).toEqual([name, 403, 'decision-refused'])
      }
    }
    expect([...new Set(decided)].sort()).toEqual(RIGHTFUL.toSorted())
    const wait = await waitAt('screen', 'approval')
    const callId = wait.calls[0]?.id ?? ''
    const wrong = { type: 'proceed', calls: { [callId]: { type: 'proceed', input: { input: 5 } } } }
    const refused = await post(`/waits/${wait.id}/decision`, wrong, owner)
    expect([refused.status, refused.body.details.issues[0].path]).toEqual([400, `calls.${callId}.input`])
  })

  test('a guarded tool gets what its model wrote, or what the owner or a reviewer changed it to', async () => {
    model.requests = []
    const call = { tokens: [], tool: 'pay', toolInput: { amount: 5 } }
    model.upcoming = [call, { tokens: ['Paid'] }]
    const tool = await own('/tools', {
      name: 'pay',
      description: 'Pays.',
      schema: '[{"id":0,"property":"amount","description":"How much","type":"number","required":true}]',
      func: 'return "paid " + $amount',
    })
    const agentAgentflow_0 = withTool('customTool', undefined, { selectedTool: tool.id })
    const drawn = { steps: { agentAgentflow_0 }, edges: ['startAgentflow_0 > agentAgentflow_0'] }
    const agent = await createAgentFlow(asOwner(server), drawn)
    await server.send('PUT', `/api/v1/chatflows/${agent}`, { deployed: true, isPublic: true }, owner)
    const chatId = randomUUID()
    const asked = await post(`/prediction/${agent}`, { question: 'Pay', chatId })
    const { isButtonsOnly, calls } = asked.body.action.data.asked
    expect([isButtonsOnly, calls]).toEqual([true, [{ id: expect.any(String), tool: 'pay', input: { amount: 5 } }]])
    const changed = (amount: unknown) => ({
      type: 'proceed',
      calls: { [calls[0].id]: { type: 'proceed', input: { amount } } },
    })
    const forged = await post(`/prediction/${agent}`, { chatId, humanInput: changed(999_999) })
    expect([forged.status, forged.body.details.reason]).toEqual([403, 'buttons'])
    const [{ link }] = (await server.send('GET', `/api/v1/waits?chatflowId=${agent}`, undefined, owner)).body.items
    const review = (amount: unknown) => post(`/reviews/${link.slice(link.lastIndexOf('/') + 1)}`, changed(amount))
    const unfit = await review('much')
    expect([unfit.status, unfit.body.message]).toEqual([
      400,
      'agentAgentflow_0: "pay" doesn\'t accept these arguments: amount is not of type number.',
    ])
    expect((await review(7)).status).toBe(200)
    await vi.waitFor(() => expect(model.requests).toHaveLength(2), 30_000)
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('paid 7')
  })

  test('a Tool step that nobody allows ends the flow there, and uses nothing', async () => {
    await openDoors(FLOWS['approval of a Tool step']('reviewers'))
    const wait = await waitAt('screen', 'approval of a Tool step')
    await post(`/waits/${wait.id}/decision`, { type: 'reject', feedback: 'Not today' }, owner)
    expect(await isDecided(wait)).toBe(true)
    const { body } = await server.send('GET', `/api/v1/executions/${wait.executionId}`, undefined, owner)
    const shown = JSON.stringify(body)
    expect(shown).toContain('A person did not allow this call: Not today')
    expect(shown).not.toContain('Gone on')
    const changed = await waitAt('screen', 'approval of a Tool step')
    const calls = { [changed.calls[0]?.id ?? '']: { type: 'proceed', input: { input: '20+1' } } }
    await post(`/waits/${changed.id}/decision`, { type: 'proceed', calls }, owner)
    expect(await isDecided(changed)).toBe(true)
    const done = await server.send('GET', `/api/v1/executions/${changed.executionId}`, undefined, owner)
    expect(done.text).toContain('21')
    expect(done.text).toContain('Gone on')
  })

  test('who asks decides the newest that is theirs, where a newer one waits for reviewers', async () => {
    const chatId = randomUUID()
    const asks = (humanInputDecider: Decider) => ({ humanInputDescription: 'Go on?', humanInputDecider })
    await openDoors({
      steps: {
        conditionAgentflow_0: {
          conditions: [{ type: 'string', value1: '{{question}}', operation: 'equal', value2: 'One' }],
        },
        humanInputAgentflow_0: asks('asker'),
        humanInputAgentflow_1: asks('reviewers'),
        ...reply,
      },
      edges: [
        'startAgentflow_0 > conditionAgentflow_0',
        'conditionAgentflow_0:0 > humanInputAgentflow_0',
        'conditionAgentflow_0:1 > humanInputAgentflow_1',
        'humanInputAgentflow_0:0 > directReplyAgentflow_0',
      ],
    })
    await post(`/prediction/${flowId}`, { question: 'One', chatId })
    await post(`/prediction/${flowId}`, { question: 'Two', chatId })
    const press = () => post(`/prediction/${flowId}`, { chatId, humanInput: { type: 'proceed' } })
    expect((await press()).body).toMatchObject({ text: 'Gone on' })
    expect((await press()).body).toMatchObject({
      code: 'decision-refused',
      message: 'Only a reviewer or the owner can decide this. The answer follows in this chat.',
    })
  })

  test('a widget of the older product shows why', async () => {
    await openDoors(FLOWS.approval('reviewers'))
    const { chatId } = await waitAt('chat', 'approval')
    const body = { chatId, streaming: true, humanInput: { type: 'proceed' } }
    const shown = await post(`/prediction/${flowId}`, body, { accept: 'text/event-stream' })
    expect([shown.status, shown.text]).toEqual([
      403,
      'Only a reviewer or the owner can decide this. The answer follows in this chat.',
    ])
  })
})
