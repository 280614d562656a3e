import { createNode, type Flow, type FlowNode, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import type { TestServer } from './test-server.ts'

export interface DrawnSteps {
  /** By id, such as `llmAgentflow_0`: its inputs. The Start is always there. */
  steps: Record<string, Record<string, unknown>>
  /** `llmAgentflow_0 > directReplyAgentflow_0`, `humanInputAgentflow_0:1 > llmAgentflow_1`. */
  edges: readonly string[]
  /** By id: the container it stands in. */
  inside?: Record<string, string>
}

const START = 'startAgentflow_0'

/** An agent flow as its file would hold it. */
export function drawAgentFlow(catalogue: readonly NodeDescription[], { steps, edges, inside = {} }: DrawnSteps): Flow {
  const nodes = Object.entries({ [START]: { startInputType: 'chatInput' }, ...steps }).map(([id, inputs]): FlowNode => {
    const name = id.replace(/_\w+$/, '')
    const description = catalogue.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    const node = createNode(description, { id, position: { x: 0, y: 0 } })
    Object.assign(node.data.inputs, inputs)
    node.data.label = id
    const parent = inside[id]
    return { ...node, type: 'agentFlow', ...(parent !== undefined && { parentNode: parent, extent: 'parent' }) }
  })
  return {
    nodes,
    edges: edges.map((text) => {
      const [from = '', target = ''] = text.split(' > ')
      const [source = '', output = source.replace(/_\w+$/, '')] = from.split(':')
      const sourceHandle = `${source}-output-${output}`
      return { id: `${source}-${sourceHandle}-${target}-${target}`, source, sourceHandle, target, targetHandle: target }
    }),
  }
}

/** Stores an agent flow and returns its id. */
export async function createAgentFlow(
  server: TestServer,
  drawn: DrawnSteps,
  type: { type?: string } = { type: 'AGENTFLOW' },
): Promise<string> {
  const { nodes } = await loadCatalogue()
  const stored = { name: 'Agents', ...type, flowData: JSON.stringify(drawAgentFlow(nodes, drawn)) }
  const created = await server.send('POST', '/api/v1/chatflows', stored)
  if (created.status !== 200) throw new Error(`The flow was not stored: ${created.text}`)
  return String(created.body.id)
}

/** The settings of a chat model chosen inside a step, that asks a vendor of the test. */
export async function chosenModel(server: TestServer, vendorUrl: string): Promise<Record<string, unknown>> {
  const secret = { name: 'Test key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-test' } }
  const credential = await server.send('POST', '/api/v1/credentials', secret)
  return { FLOWISE_CREDENTIAL_ID: credential.body.id, basepath: vendorUrl, modelName: 'gpt-4o-mini' }
}

/** As if the person who took a template had chosen these settings in every model. */
export function withModel(value: unknown, settings: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => withModel(each, settings))
  if (typeof value !== 'object' || value === null) return value
  const isModel = Object.values(value).includes('chatOpenAI') && 'modelName' in value
  const filled = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withModel(each, settings)]))
  return isModel ? { ...filled, ...settings } : filled
}
