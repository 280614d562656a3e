import { connect, createNode, inputHandleId, outputHandleId } from '@chatwright/core'
import type { Flow, NodeDescription } from '@chatwright/core'

import type { Product } from '../harness.ts'

interface DrawingAgent {
  /** Of the model vendor. */
  vendor: string
  /** Of the MCP server. */
  tools: string
  /** Inputs of its model, and columns of the flow. */
  model?: Record<string, unknown>
  columns?: Record<string, unknown>
}

/** An agent with a chat model, a memory and the tools of an MCP server. Public, so that its page opens too. */
export async function createDrawingAgent(
  product: Pick<Product, 'api'>,
  { vendor, tools, model: modelInputs, columns }: DrawingAgent,
): Promise<string> {
  const credential = await product.api<{ id: string }>('POST', '/credentials', {
    name: 'Test key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-test' },
  })
  const catalogue = await product.api<NodeDescription[]>('GET', '/nodes')
  const add = (name: string, x: number, inputs: Record<string, unknown>) => {
    const description = catalogue.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    const node = createNode(description, { id: `${name}_0`, position: { x, y: 0 } })
    Object.assign(node.data.inputs, inputs)
    return node
  }
  const model = add('chatOpenAI', 0, { basepath: vendor, modelName: 'gpt-4o-mini', ...modelInputs })
  model.data.credential = credential.id
  const mcp = add('customMCP', 420, { mcpServerConfig: JSON.stringify({ url: tools }) })
  const memory = add('bufferMemory', 840, {})
  const agent = add('toolAgent', 1260, {})
  let flow: Flow = { nodes: [model, mcp, memory, agent], edges: [], viewport: { x: 0, y: 0, zoom: 1 } }
  for (const [source, input] of [
    [model, 'model'],
    [mcp, 'tools'],
    [memory, 'memory'],
  ] as const) {
    const anchor = agent.data.inputAnchors.find(({ name }) => name === input)
    if (!anchor) throw new Error(`The agent takes no ${input}`)
    flow = connect({
      source: source.id,
      sourceHandle: outputHandleId(source.id, source.data.name, source.data.baseClasses),
      target: agent.id,
      targetHandle: inputHandleId(agent.id, input, anchor.type),
    })(flow)
  }
  const stored = await product.api<{ id: string }>('POST', '/chatflows', {
    name: 'Sales',
    flowData: JSON.stringify(flow),
    isPublic: true,
    ...columns,
  })
  return stored.id
}
