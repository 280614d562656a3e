import { isStepDescription, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const { nodes } = await loadCatalogue()
const kinds = nodes.filter((node) => isStepDescription(node) && node.name !== 'stickyNoteAgentflow')

const CHAT = 'chat-of-a-stranger'
const SESSION = 'session-of-ann'
const ASK = 'humanInputAgentflow_ask'
/** All that opens a conversation, as flows can name it, and the id of the run in what somebody wrote. */
const WORDS = `{{$flow.chatId}} {{$flow.sessionId}} {{$flow.links.${ASK}}} {{${ASK}.output.feedback}} {{$flow.apiMessageId}}`
const LINK = /[\w-]{32}\.[0-9a-z]{6,8}\.[\w-]{22}/

let server: TestServer
let vendor: FakeVendor

const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
const ask = (flowId: string, body: object) =>
  send('POST', `/prediction/${flowId}`, { chatId: CHAT, overrideConfig: { sessionId: SESSION }, ...body })
const publicly = (id: string, path = '') => server.send('GET', `/api/v1/public-executions/${id}${path}`)
const share = async (id: string): Promise<string> =>
  (await send('PUT', `/executions/${id}`, { isPublic: true })).shareId

/** Everything that strangers can read of what is shared, by the address of each. */
async function readAll(id: string): Promise<Record<string, string>> {
  const { steps } = (await publicly(id, '/steps')).body
  const paths = ['', '/steps', '/flow', ...steps.map((step: { path: string }) => stepAt(step.path))]
  const read = paths.map(async (path): Promise<[string, string]> => {
    const { status, text } = await publicly(id, path)
    expect([path, status]).toEqual([path, 200])
    return [path, text]
  })
  return Object.fromEntries(await Promise.all(read))
}
const stepAt = (path: string) => `/step?path=${encodeURIComponent(path)}`

/** The words in every input of a step that takes text, and a model where one is chosen. */
async function filled({ name, inputs }: NodeDescription): Promise<Record<string, unknown>> {
  const values = inputs.map(async (input): Promise<[string, unknown][]> => {
    if (input.component === 'BaseChatModel') {
      const model = await chosenModel(server, vendor.url)
      return [
        [input.name, 'chatOpenAI'],
        [`${input.name}Config`, { ...model, [input.name]: 'chatOpenAI' }],
      ]
    }
    if (input.type === 'code') return [[input.name, "throw new Error('It came to nothing')"]]
    if (input.array) {
      const row = input.array.flatMap((field) => (field.type === 'string' ? [[field.name, WORDS] as const] : []))
      return [[input.name, row.length === 0 ? [] : [Object.fromEntries(row)]]]
    }
    return input.type === 'string' && input.acceptVariable ? [[input.name, WORDS]] : []
  })
  return {
    ...Object.fromEntries((await Promise.all(values)).flat()),
    ...(name === 'waitAgentflow' && { waitUnit: 'days' }),
  }
}

describeOnBothDatabases('A shared execution', (start) => {
  beforeAll(async () => {
    vendor = await startFakeVendor()
    server = await start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test.each(kinds.map((kind) => [kind.name, kind] as const))(
    'holds no chat, session, run id or link, whatever was given to %s',
    async (name, kind) => {
      const id = `${name}_0`
      const isStart = name === 'startAgentflow'
      const flowId = await createAgentFlow(server, {
        steps: {
          [ASK]: { humanInputDescription: `Go on? ${WORDS}` },
          ...(!isStart && { [id]: await filled(kind) }),
        },
        edges: [`startAgentflow_0 > ${ASK}`, ...(isStart ? [] : [`${ASK}:0 > ${id}`])],
      })
      const { executionId } = await ask(flowId, { question: `I am ${CHAT}` })
      const feedback = `It is ${executionId} in ${CHAT}`
      const decision = { humanInput: { type: 'proceed', startNodeId: ASK, feedback } }
      // What a step comes to does not matter: a failure tells of what it was given, too.
      await server.send('POST', `/api/v1/prediction/${flowId}`, {
        chatId: CHAT,
        overrideConfig: { sessionId: SESSION },
        ...decision,
      })
      const address = await share(executionId)
      const { items: runs } = await send('GET', `/runs?chatflowId=${flowId}`)
      const words = [CHAT, SESSION, ...runs.map((run: { id: string }) => run.id)]
      // To be sure that there was something to take out.
      const mine = JSON.stringify(await send('GET', `/executions/${executionId}`))
      for (const word of [CHAT, SESSION, executionId]) expect(mine).toContain(word)
      const told = await readAll(address)
      for (const [path, text] of Object.entries(told)) {
        expect([path, words.filter((word) => text.includes(word))]).toEqual([path, []])
        expect([path, LINK.test(text.replaceAll(address, ''))]).toEqual([path, false])
      }
      expect(Object.values(told).join('\n')).toContain('•••')
    },
  )

  test('is read step by step, under an address that says nothing, and nobody else’s until it is shared and after', async () => {
    const flowId = await createAgentFlow(server, {
      steps: {
        customFunctionAgentflow_0: {
          customFunctionJavascriptFunction: `return { apiKey: 'sk-live-1234567890', row: 'Bearer abcdefgh12345678', note: 'a long body' }`,
        },
        [ASK]: { humanInputDescription: 'Go on?' },
        directReplyAgentflow_0: { directReplyMessage: 'Later words' },
      },
      edges: [
        'startAgentflow_0 > customFunctionAgentflow_0',
        `customFunctionAgentflow_0 > ${ASK}`,
        `${ASK}:0 > directReplyAgentflow_0`,
      ],
    })
    // A chat may be called anything, such as the name of a state or a letter.
    const chat = { chatId: 'a', overrideConfig: { sessionId: 'waiting' } }
    const { executionId } = await ask(flowId, { question: 'I am in a, waiting', ...chat })
    expect((await publicly(executionId)).status).toBe(404)
    const address = await share(executionId)
    expect(address).toMatch(/^[\w-]{32}$/)
    expect(await share(executionId)).toBe(address)
    expect((await publicly(executionId)).status).toBe(404)

    const before = await readAll(address)
    for (const path of ['', '/steps', '/flow']) expect(before[path]).not.toContain('long body')
    const step = stepAt('customFunctionAgentflow_0@0')
    expect(before[step]).toContain('long body')
    for (const secret of ['sk-live', 'abcdefgh', 'humanInputAction', 'return {']) {
      expect(Object.values(before).join('\n')).not.toContain(secret)
    }
    const { execution, steps } = JSON.parse(before['/steps'] ?? '')
    expect(execution).toMatchObject({ id: address, isPublic: true, question: 'I am in •••, •••', state: 'STOPPED' })
    expect(steps.map(({ status }: { status: string }) => status)).toContain('waiting')
    for (const mine of ['priceMicro', 'sessionId', 'shareId', 'hasOldLink']) expect(execution).not.toHaveProperty(mine)

    // What is said later is not in it.
    await ask(flowId, { ...chat, humanInput: { type: 'proceed', startNodeId: ASK } })
    expect(await readAll(address)).toEqual(before)
    expect((await publicly(address, stepAt('nowhere@0'))).body).toMatchObject({ code: 'step-not-found' })
    const again = await send('PUT', `/executions/${executionId}`, { isPublic: false })
    expect(again).toMatchObject({ isPublic: false, shareId: null })
    expect((await publicly(address)).status).toBe(404)
    const second = await share(executionId)
    expect(second).not.toBe(address)
    expect((await publicly(second, '/steps')).text).toContain('directReplyAgentflow_0')
    await server.send('DELETE', `/api/v1/executions/${executionId}`)
    expect((await publicly(second)).status).toBe(404)
    expect(
      await server.database.query.selectFrom('shared_part').selectAll().where('share_id', '=', second).execute(),
    ).toEqual([])
  })

  test('at an address of before has ended, and its owner is offered a new one', async () => {
    const flowId = await createAgentFlow(server, {
      steps: { directReplyAgentflow_0: { directReplyMessage: 'Hi' } },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
    const { executionId } = await ask(flowId, { question: 'Hi' })
    await server.database.query.updateTable('run').set({ is_public: 1 }).where('id', '=', executionId).execute()
    for (const path of ['', '/steps', '/flow', stepAt('directReplyAgentflow_0@0')]) {
      expect(await publicly(executionId, path)).toMatchObject({ status: 410, body: { code: 'share-ended' } })
    }
    const listed = async () => (await send('GET', `/executions?agentflowId=${flowId}&summary=true`)).data
    expect(await listed()).toMatchObject([{ isPublic: false, shareId: null, hasOldLink: true }])
    const address = await share(executionId)
    expect(await listed()).toMatchObject([{ isPublic: true, shareId: address, hasOldLink: false }])
    expect((await publicly(address)).status).toBe(200)
    expect((await publicly(executionId)).status).toBe(410)
  })
})
