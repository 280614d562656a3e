import { isParam, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { answerAtEdge, edge, REFUSAL, sampleOf } from '../../../testing/recorded-edge.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const { nodes, describeCredential } = await loadCatalogue()
const toolNodes = nodes.filter(
  ({ category, inputs, badge }) =>
    ['Tools', 'Tools (MCP)'].includes(category) &&
    badge !== 'deprecated' &&
    inputs.every((input) => isParam(input) || input.optional),
)

let server: TestServer
/** By kind of credential. */
const credentials = new Map<string, string>()
/** What is chosen in a tool that does not work without. */
let chosen: Record<string, Record<string, unknown>>

const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await server.send(method, `/api/v1${path}`, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
const ask = async (flowId: string, body: object) => send('POST', `/prediction/${flowId}`, { chatId: 'c', ...body })

async function credentialFor({ credential }: NodeDescription): Promise<string | undefined> {
  const [name] = credential?.credentialNames ?? []
  if (name === undefined) return undefined
  const known = credentials.get(name)
  if (known !== undefined) return known
  const inputs = describeCredential(name)?.inputs ?? []
  const plainDataObj = Object.fromEntries(inputs.map((input) => [input.name, `${input.name}-value`]))
  const { id } = await send('POST', '/credentials', { name, credentialName: name, plainDataObj })
  credentials.set(name, String(id))
  return String(id)
}

async function settingsFor(tool: NodeDescription, input: string): Promise<Record<string, unknown>> {
  const credential = await credentialFor(tool)
  return {
    [input]: tool.name,
    [`${input}Config`]: {
      ...chosen[tool.name],
      [input]: tool.name,
      ...(credential !== undefined && { FLOWISE_CREDENTIAL_ID: credential }),
    },
  }
}

async function model(): Promise<Record<string, unknown>> {
  const description = nodes.find(({ name }) => name === 'chatOpenAI')
  if (!description) throw new Error('The catalogue lacks chatOpenAI')
  const credential = await credentialFor(description)
  return {
    agentModel: 'chatOpenAI',
    agentModelConfig: { modelName: 'gpt-4o-mini', agentModel: 'chatOpenAI', FLOWISE_CREDENTIAL_ID: credential },
  }
}

/** What a tool came to is an answer, or the sentence of its vendor; never one of ours about how it was put together. */
const OUR_FAULT =
  /was built|what it gives|is no (?:set of )?tools?|not a function|undefined|Cannot read|unexpected error/i

describe('Every tool that steps offer works through the door', () => {
  beforeAll(async () => {
    server = await testServer({ dispatch: answerAtEdge })
    const weather = {
      name: 'weather',
      description: 'Tells the weather.',
      schema: '[{"id":0,"property":"city","description":"Where","type":"string","required":true}]',
      func: 'return "Sunny in " + $city',
    }
    const mcpServer = { name: 'Stock', serverUrl: 'https://mcp.example/mcp', authType: 'NONE' }
    const inner = { directReplyAgentflow_0: { directReplyMessage: 'From inside.' } }
    chosen = {
      customTool: { selectedTool: (await send('POST', '/tools', weather)).id },
      customMCP: { mcpServerConfig: '{"url":"https://mcp.example/mcp"}' },
      customMcpServerTool: { mcpServerId: (await send('POST', '/custom-mcp-servers', mcpServer)).id },
      // As a flow of the older product holds it: the file within, under the name that its input had.
      openAPIToolkit: { inputType: 'file', yamlFile: `data:application/yaml;base64,${btoa(openApi)},filename:a.yaml` },
      ChatflowTool: {
        selectedChatflow: await createAgentFlow(server, {
          steps: inner,
          edges: ['startAgentflow_0 > directReplyAgentflow_0'],
        }),
        name: 'ask_inside',
        description: 'Knows it.',
      },
      jsonPathExtractor: { path: '$.items[*].name' },
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
          ...(await model()),
          agentTools: [
            { ...(await settingsFor(tool, 'agentSelectedTool')), agentSelectedToolRequiresHumanInput: true },
          ],
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
        toolAgentflow_0: { ...(await settingsFor(tool, 'toolAgentflowSelectedTool')), toolInputArgs: rows },
      },
      edges: ['startAgentflow_0 > toolAgentflow_0'],
    })
    const { body } = await server.send('POST', `/api/v1/prediction/${step}`, { question: 'Use it.' })
    const inStep = String(body.text ?? body.message)
    expect(inStep).toMatch(/\w/)
    expect(inStep).not.toMatch(OUR_FAULT)
    // In both steps the same came of it.
    if (inAgent.includes(REFUSAL)) expect(inStep).toContain(REFUSAL)
    else expect(body.text, inStep).toBeDefined()
  })
})

/** The model itself, and where tools are only listed. */
const OPENS: ReadonlySet<string> = new Set(['api.openai.com', 'mcp.example'])

const openApi = `openapi: 3.0.0
info: { title: Lamps, version: '1' }
servers: [{ url: 'https://api.example' }]
paths:
  /lamps:
    get: { operationId: listLamps, summary: Lists the lamps., responses: { '200': { description: ok } } }
`
