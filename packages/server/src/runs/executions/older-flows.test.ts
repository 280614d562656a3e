import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { createOlderFlow, type DrawnOlder } from '../../../testing/older-flow.ts'
import { collectFrames, openStream } from '../../../testing/sse-client.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let model: Record<string, unknown>

const ask = (flowId: string, body: object) => server.send('POST', `/api/v1/prediction/${flowId}`, body)
/** What is stored of each agent's work, answer by answer. */
const reasoningKept = async (flowId: string): Promise<unknown[]> => {
  const { body } = await server.send('GET', `/api/v1/chatmessage/${flowId}?order=ASC`)
  const messages = body as { role: string; agentReasoning: unknown }[]
  return messages.filter(({ role }) => role === 'apiMessage').map(({ agentReasoning }) => agentReasoning)
}
const says = (...texts: string[]) => texts.map((text) => ({ tokens: [text] }))
const told = (at: number): string[] =>
  (vendor.requests.at(at)?.body.messages ?? []).map(({ role, content }) => `${role}: ${String(content)}`)

/** A sequential flow: its nodes beside the model and the Start, and its edges beside the one between them. */
const sequence = ({ nodes, edges }: DrawnOlder): DrawnOlder => ({
  nodes: { chatOpenAI_0: model, seqStart_0: {}, ...nodes },
  edges: ['chatOpenAI_0 > seqStart_0.model', ...edges],
})

describe('Flows of the first agent kind', () => {
  beforeAll(async () => {
    ;[vendor, server] = await Promise.all([startFakeVendor(), testServer()])
    const secret = { name: 'Test key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-test' } }
    const credential = await server.send('POST', '/api/v1/credentials', secret)
    model = { basepath: vendor.url, modelName: 'gpt-4o-mini', credential: credential.body.id }
  })
  beforeEach(() => {
    vendor.upcoming = []
    vendor.requests = []
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('agents run one after the other, each with its prompt, what was said and the state', async () => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: {
          seqState_0: {
            stateMemoryUI:
              '[{"key":"topic","type":"Replace","defaultValue":"none"},{"key":"all","type":"Append","defaultValue":""}]',
          },
          seqLLMNode_0: {
            llmNodeName: 'Finder',
            systemMessagePrompt: 'Name the topic in {lang}. Braces stay: {{x}}.',
            promptValues: '{"lang":"English"}',
            conversationHistorySelection: 'user_question',
            updateStateMemoryUI:
              '[{"key":"topic","value":"$flow.output.content"},{"key":"all","value":"$flow.output.content"}]',
          },
          seqAgent_0: {
            agentName: 'Writer',
            systemMessagePrompt: 'Write about {topic}.',
            promptValues: '{"topic":"$flow.state.topic"}',
            updateStateMemoryCode: 'return { all: `${$flow.output.content} / ${$flow.state.messages.length}` }',
          },
          seqLLMNode_1: {
            llmNodeName: 'Editor',
            humanMessagePrompt: 'Join {parts}.',
            promptValues: '{"parts":"$flow.state.all"}',
            conversationHistorySelection: 'last_message',
          },
          seqEnd_0: {},
        },
        edges: [
          'seqState_0 > seqStart_0.state',
          'seqStart_0 > seqLLMNode_0.sequentialNode',
          'seqLLMNode_0 > seqAgent_0.sequentialNode',
          'seqAgent_0 > seqLLMNode_1.sequentialNode',
          'seqLLMNode_1 > seqEnd_0.sequentialNode',
        ],
      }),
    )
    vendor.upcoming = says('bees', 'Bees hum.', 'All about bees')
    const answer = await ask(flowId, { question: 'What hums?', chatId: 'c1' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.text).toBe('All about bees')
    expect(told(0)).toEqual(['system: Name the topic in English. Braces stay: {x}.', 'user: What hums?'])
    expect(told(1)).toEqual(['system: Write about bees.', 'user: What hums?', 'assistant: bees'])
    expect(told(2)).toEqual(['user: Bees hum.', 'user: Join ["bees","Bees hum. / 3"].'])
    expect(answer.body.agentReasoning).toMatchObject([
      {
        agentName: 'Finder',
        messages: ['bees'],
        nodeName: 'seqLLMNode',
        nodeId: 'seqLLMNode_0',
        state: { topic: 'bees' },
      },
      { agentName: 'Writer', messages: ['Bees hum.'], nodeName: 'seqAgent' },
      { agentName: 'Editor', messages: ['All about bees'] },
    ])
    expect(await reasoningKept(flowId)).toEqual([answer.body.agentReasoning])
    const stored = await server.send('GET', `/api/v1/chatflows/${flowId}`)
    expect(JSON.parse(stored.body.flowData).nodes.map(({ id }: { id: string }) => id)).toContain('seqAgent_0')
  })

  test.each([
    [
      'the table',
      {
        conditionUI:
          '[{"variable":"$flow.state.messages.length","operation":"Less Than","value":"4","output":"Again"}]',
      },
    ],
    ['code', { conditionFunction: 'if ($flow.state.messages.length < 4) return "Again"\nreturn "End"' }],
  ])('a condition decides by %s, and a loop goes back by name', async (_, condition) => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: {
          seqLLMNode_0: { llmNodeName: 'Essay Writer' },
          seqCondition_0: { conditionName: 'Enough?', ...condition },
          seqLLMNode_1: { llmNodeName: 'Grader' },
          seqLoop_0: { loopToName: 'Essay Writer' },
          seqEnd_0: {},
        },
        edges: [
          'seqStart_0 > seqLLMNode_0.sequentialNode',
          'seqLLMNode_0 > seqCondition_0.sequentialNode',
          'seqCondition_0:Again > seqLLMNode_1.sequentialNode',
          'seqLLMNode_1 > seqLoop_0.sequentialNode',
          'seqCondition_0:End > seqEnd_0.sequentialNode',
        ],
      }),
    )
    vendor.upcoming = says('draft', 'grade', 'better draft')
    const answer = await ask(flowId, { question: 'Write' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.text).toBe('better draft')
    expect(vendor.requests).toHaveLength(3)
  })

  test('a condition agent asks apart from the conversation, and goes on by what the model said', async () => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: {
          seqConditionAgent_0: {
            conditionAgentName: 'Route',
            systemMessagePrompt: 'Say TECH or CHAT.',
            humanMessagePrompt: 'Which?',
            conditionUI: '[{"variable":"$flow.output.content","operation":"Contains","value":"TECH","output":"Tech"}]',
          },
          seqLLMNode_0: { llmNodeName: 'Technician' },
          seqEnd_0: {},
        },
        edges: [
          'seqStart_0 > seqConditionAgent_0.sequentialNode',
          'seqConditionAgent_0:Tech > seqLLMNode_0.sequentialNode',
          'seqLLMNode_0 > seqEnd_0.sequentialNode',
        ],
      }),
    )
    vendor.upcoming = says('It is TECH', 'Turn it off and on')
    const answer = await ask(flowId, { question: 'It broke' })
    expect(answer.body).toMatchObject({ text: 'Turn it off and on' })
    expect(told(1)).toEqual(['user: It broke'])
    expect(answer.body.agentReasoning).toMatchObject([{ nodeName: 'seqConditionAgent', messages: ['Technician'] }, {}])
  })

  test('a supervisor sends workers until it is done, and clients of that kind hear who acts', async () => {
    const flowId = await createOlderFlow(server, {
      nodes: {
        chatOpenAI_0: model,
        supervisor_0: { supervisorName: 'Boss', supervisorPrompt: 'You lead {team_members}.' },
        worker_0: { workerName: 'Code Writer', workerPrompt: 'You write {lang}.', promptValues: '{"lang":"Rust"}' },
        worker_1: { workerName: 'Reviewer', workerPrompt: 'You review.' },
      },
      edges: [
        'chatOpenAI_0 > supervisor_0.model',
        'supervisor_0 > worker_0.supervisor',
        'supervisor_0 > worker_1.supervisor',
      ],
    })
    const route = (next: string, instructions: string) => JSON.stringify({ reasoning: 'why', next, instructions })
    vendor.upcoming = says(route('code_writer', 'Write it'), 'fn main() {}', route('FINISH', 'Done'))
    const address = await server.listen()
    const { frames } = await openStream(`${address}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'A program', streaming: true }),
    })
    const heard = await collectFrames(frames)
    const names = heard.map(({ event }) => event)
    expect(names.filter((event, index) => event !== names[index - 1])).toEqual([
      'start',
      'agentReasoning',
      'nextAgent',
      'agentReasoning',
      'token',
      'usageMetadata',
      'metadata',
      'end',
    ])
    expect(heard.find(({ event }) => event === 'nextAgent')?.data).toBe('Code Writer')
    expect(
      heard
        .filter(({ event }) => event === 'token')
        .map(({ data }) => data)
        .join(''),
    ).toBe('fn main() {}')
    expect(heard.findLast(({ event }) => event === 'agentReasoning')?.data).toMatchObject([
      { agentName: 'Boss', next: 'code_writer', instructions: 'Write it' },
      { agentName: 'Code Writer', messages: ['fn main() {}'] },
      { agentName: 'Boss', next: 'FINISH' },
    ])
    expect(told(1)[0]).toContain('You write Rust.')
    expect(told(1).at(-1)).toBe('user: Write it')
  })

  test('a worker is told what a function beside the team gives, and uses a tool of the owner', async () => {
    const func = 'return "Rain in " + $city'
    const schema = '[{"id":0,"property":"city","description":"Where","type":"string","required":true}]'
    const tool = await server.send('POST', '/api/v1/tools', { name: 'weather', description: 'Weather.', schema, func })
    const flowId = await createOlderFlow(server, {
      nodes: {
        chatOpenAI_0: model,
        customFunction_0: { javascriptFunction: 'return "people(name)" + $end', functionInputVariables: '{"end":";"}' },
        customTool_0: { selectedTool: tool.body.id },
        supervisor_0: { supervisorName: 'Boss' },
        worker_0: {
          workerName: 'Writer',
          workerPrompt: 'The tables: {tables}',
          promptValues: '{"tables":"{{customFunction_0.data.instance}}"}',
        },
      },
      edges: [
        'chatOpenAI_0 > supervisor_0.model',
        'supervisor_0 > worker_0.supervisor',
        'customTool_0 > worker_0.tools',
      ],
    })
    const route = (next: string) => JSON.stringify({ reasoning: 'why', next, instructions: 'Do it' })
    const call = { tokens: [], tool: 'weather', toolInput: { city: 'Linz' } }
    vendor.upcoming = [...says(route('writer')), call, ...says('SELECT name', route('FINISH'))]
    expect(await ask(flowId, { question: 'Who is there?' })).toMatchObject({
      status: 200,
      body: { text: 'SELECT name' },
    })
    expect(told(1)[0]).toContain('The tables: people(name);')
    expect(told(2).at(-1)).toContain('Rain in Linz')
  })

  test.each([
    [
      'used',
      [{ tokens: [], tool: 'calculator', toolInput: { input: '2+2' } }, ...says('four', 'Said nicely: four')],
      'Said nicely: four',
    ],
    ['not used', says('I know: four'), 'I know: four'],
  ])('what comes after the tools of an LLM node comes only if they were %s', async (_, models, text) => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: {
          calculator_0: {},
          seqLLMNode_0: { llmNodeName: 'Asker' },
          seqToolNode_0: {
            toolNodeName: 'Tools',
            updateStateMemoryUI: '[{"key":"found","value":"$flow.output[0].toolOutput"}]',
          },
          seqLLMNode_1: {
            llmNodeName: 'Speaker',
            systemMessagePrompt: 'Say {it}.',
            promptValues: '{"it":"$flow.state.found"}',
          },
          seqEnd_0: {},
        },
        edges: [
          'seqStart_0 > seqLLMNode_0.sequentialNode',
          'seqLLMNode_0 > seqToolNode_0.llmNode',
          'calculator_0 > seqToolNode_0.tools',
          'seqToolNode_0 > seqLLMNode_1.sequentialNode',
          'seqLLMNode_1 > seqEnd_0.sequentialNode',
        ],
      }),
    )
    vendor.upcoming = [...models]
    const answer = await ask(flowId, { question: 'Add' })
    expect(answer.body, answer.text).toMatchObject({ text })
    if (models.length > 1) expect(told(2)[0]).toBe('system: Say 4.')
    expect(vendor.upcoming).toEqual([])
  })

  test('a state made by code changes as its code says', async () => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: {
          seqState_0: { stateMemoryCode: '{ sum: { value: (x, y) => x + y, default: () => 10 } }' },
          seqCustomFunction_0: {
            functionName: 'Add',
            javascriptFunction: 'return { sum: 5 }',
            returnValueAs: 'stateObj',
          },
          seqLLMNode_0: {
            llmNodeName: 'Speaker',
            systemMessagePrompt: 'It is {sum}.',
            promptValues: '{"sum":"$flow.state.sum"}',
          },
          seqEnd_0: {},
        },
        edges: [
          'seqState_0 > seqStart_0.state',
          'seqStart_0 > seqCustomFunction_0.sequentialNode',
          'seqCustomFunction_0 > seqLLMNode_0.sequentialNode',
          'seqLLMNode_0 > seqEnd_0.sequentialNode',
        ],
      }),
    )
    const answer = await ask(flowId, { question: 'Add' })
    expect(answer.status, answer.text).toBe(200)
    expect(told(0)[0]).toBe('system: It is 15.')
  })

  test('an agent that needs approval waits, and goes on by the words of its button', async () => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: {
          calculator_0: {},
          seqAgent_0: { agentName: 'Adder', interrupt: true, approveButtonText: 'Do it', rejectButtonText: 'Stop' },
          seqEnd_0: {},
        },
        edges: [
          'calculator_0 > seqAgent_0.tools',
          'seqStart_0 > seqAgent_0.sequentialNode',
          'seqAgent_0 > seqEnd_0.sequentialNode',
        ],
      }),
    )
    vendor.upcoming = [{ tokens: [], tool: 'calculator', toolInput: { input: '2+2' } }, ...says('It is 4')]
    const first = await ask(flowId, { question: 'Add', chatId: 'c7' })
    const { action } = first.body
    expect(action).toMatchObject({
      mapping: { approve: 'Do it', reject: 'Stop', toolCalls: [{ tool: 'calculator' }] },
      elements: [{ type: 'approve-button', label: 'Do it' }, { type: 'reject-button' }],
    })
    const second = await ask(flowId, { question: 'Do it', action, chatId: 'c7' })
    expect(second.body).toMatchObject({ text: 'It is 4' })
    expect(second.body.agentReasoning).toMatchObject([{ usedTools: [{ tool: 'calculator', toolOutput: '4' }] }])
    expect(await reasoningKept(flowId)).toEqual([[], second.body.agentReasoning])
  })

  test('what a request puts into the nodes of the drawing counts', async () => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: { seqLLMNode_0: { llmNodeName: 'Poet', systemMessagePrompt: 'Be brief.' }, seqEnd_0: {} },
        edges: ['seqStart_0 > seqLLMNode_0.sequentialNode', 'seqLLMNode_0 > seqEnd_0.sequentialNode'],
      }),
    )
    const overrideConfig = { systemMessagePrompt: { seqLLMNode_0: 'Be long.' }, modelName: { chatOpenAI_0: 'gpt-5' } }
    const answer = await server.send('POST', `/api/v1/internal-prediction/${flowId}`, {
      question: 'Hi',
      overrideConfig,
    })
    expect(answer.status, answer.text).toBe(200)
    expect(told(0)[0]).toBe('system: Be long.')
    expect(vendor.requests[0]?.body.model).toBe('gpt-5')
  })

  test('what cannot become a step is refused, naming the node and the way out', async () => {
    const flowId = await createOlderFlow(
      server,
      sequence({
        nodes: { seqAgent_0: { agentName: 'Talker', messageHistory: 'return []' }, seqEnd_0: {} },
        edges: ['seqStart_0 > seqAgent_0.sequentialNode', 'seqAgent_0 > seqEnd_0.sequentialNode'],
      }),
    )
    const answer = await server.send('POST', `/api/v1/internal-prediction/${flowId}`, { question: 'Hi' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('adds messages with code')
    expect(answer.text).toContain('Clear \\"Prepend Messages History\\"')
  })
})
