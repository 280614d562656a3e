import { canBeChosen } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { prepareOffered, type OfferedSettings } from '../../../testing/offered-settings.ts'
import { answerAtEdge, edge, REFUSAL, sampleOf } from '../../../testing/recorded-edge.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const { nodes, describeCredential, loadNode } = await loadCatalogue()
/** What Agent and Tool steps offer. */
const toolNodes = nodes.filter((node) => canBeChosen(node, { component: 'Tool' }))
const chatOpenAI = nodes.find(({ name }) => name === 'chatOpenAI')
if (!chatOpenAI) throw new Error('The catalogue lacks chatOpenAI')

let server: TestServer
let offered: OfferedSettings

const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
const ask = async (flowId: string, body: object) => send('POST', `/prediction/${flowId}`, { chatId: 'c', ...body })

/** What a tool came to is an answer, or the sentence of its vendor; never one of ours about how it was put together. */
const OUR_FAULT =
  /was built|what it gives|is no (?:set of )?tools?|not a function|undefined|Cannot read|unexpected error/i

describe('Every tool that steps offer works through the door', () => {
  beforeAll(async () => {
    server = await testServer({ dispatch: answerAtEdge })
    offered = await prepareOffered(server, { nodes, describeCredential })
    // A service brings one operation: a Tool step gives all that one choice brings the same values.
    for (const { name } of toolNodes.filter((node) => node.traits?.service !== undefined)) {
      const [first] = (await (await loadNode(name)).load?.['listOperations']?.({} as never)) ?? []
      offered.chosen[name] = { operations: JSON.stringify([first?.name]) }
    }
  }, 60_000)
  beforeEach(() => {
    edge.calls.length = 0
    edge.results.length = 0
    edge.tools = []
  })
  afterAll(() => server.close())

  test.each(toolNodes.map((node) => [node.name, node] as const))('%s', async (_, tool) => {
    const agent = await createAgentFlow(server, {
      steps: {
        agentAgentflow_0: {
          ...offered.choose(chatOpenAI, 'agentModel'),
          agentTools: [{ ...offered.choose(tool, 'agentSelectedTool'), agentSelectedToolRequiresHumanInput: true }],
        },
      },
      edges: ['startAgentflow_0 > agentAgentflow_0'],
    })
    const waiting = await ask(agent, { question: 'Use it.' })
    expect(waiting.action, JSON.stringify(waiting)).toBeDefined()
    expect(edge.calls.map(({ host }) => host).filter((host) => !OPENS.has(host))).toEqual([])
    const allowed = await ask(agent, { humanInput: { type: 'proceed', startNodeId: 'agentAgentflow_0' } })
    expect(allowed.text).toBe('Done.')
    const [inAgent = ''] = edge.results
    expect(inAgent).toMatch(/\w/)
    expect(inAgent).not.toMatch(OUR_FAULT)

    const told = edge.tools[0]?.function
    const rows = Object.entries(sampleOf(told?.parameters ?? {})).map(([name, value]) => ({
      inputArgName: name,
      inputArgValue: typeof value === 'string' ? value : JSON.stringify(value),
    }))
    const step = await createAgentFlow(server, {
      steps: {
        toolAgentflow_0: {
          ...offered.choose(tool, 'toolAgentflowSelectedTool'),
          toolInputArgs: rows,
          toolRequiresHumanInput: true,
        },
      },
      edges: ['startAgentflow_0 > toolAgentflow_0'],
    })
    const calls = edge.calls.filter(({ host }) => !OPENS.has(host)).length
    expect((await ask(step, { question: 'Use it.' })).action).toBeDefined()
    expect(edge.calls.filter(({ host }) => !OPENS.has(host))).toHaveLength(calls)
    const humanInput = { type: 'proceed', startNodeId: 'toolAgentflow_0' }
    const { body } = await server.send('POST', `/api/v1/prediction/${step}`, { chatId: 'c', humanInput })
    const inStep = String(body.text ?? body.message)
    expect(inStep).toMatch(/\w/)
    expect(inStep).not.toMatch(OUR_FAULT)
    // In both steps the same came of it.
    const reason = REASONS.find((each) => inAgent.includes(each))
    if (reason !== undefined) expect(inStep).toContain(reason)
    else expect(body.text, inStep).toBeDefined()
  })
})

/** What a provider says that refuses, a connection that nobody signed in to, and values that aren't what they stand for. */
const REASONS = [
  REFUSAL,
  'needs a new sign-in',
  'There is no data table',
  "The credential's site isn't an address",
  'must be a JSON list of rows',
]

/** The model itself, and where tools are only listed. */
const OPENS: ReadonlySet<string> = new Set(['api.openai.com', 'mcp.example'])
