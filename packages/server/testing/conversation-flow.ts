import { connect, createNode, inputHandleId, outputHandleId, type Flow, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import type { TestServer } from './test-server.ts'

export interface ConversationOptions {
  vendorUrl: string
  /** Inputs by node id. */
  inputs?: Record<string, Record<string, unknown>>
  /** Columns of the flow beside its graph. */
  columns?: Record<string, unknown>
  /** Who stores it, where there is a login. */
  headers?: Record<string, string>
}

/** Stores the flow most people draw first: a chat model, a memory, a conversation chain. Returns its id. */
export async function createConversation(
  server: Pick<TestServer, 'send'>,
  options: ConversationOptions,
): Promise<string> {
  const { headers = {} } = options
  const secret = { name: 'Test key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-test' } }
  const credential = await server.send('POST', '/api/v1/credentials', secret, headers)
  const { nodes } = await loadCatalogue()
  const flow = drawConversation(nodes, options, String(credential.body.id))
  const stored = { name: 'Conversation', flowData: JSON.stringify(flow), ...options.columns }
  const created = await server.send('POST', '/api/v1/chatflows', stored, headers)
  if (created.status !== 200) throw new Error(`The flow was not stored: ${created.text}`)
  return String(created.body.id)
}

export function drawConversation(
  catalogue: readonly NodeDescription[],
  { vendorUrl, inputs = {} }: ConversationOptions,
  credential: string,
): Flow {
  const add = (name: string, y: number) => {
    const description = catalogue.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    const node = createNode(description, { id: `${name}_0`, position: { x: 0, y } })
    Object.assign(node.data.inputs, inputs[node.id])
    return node
  }
  const model = add('chatOpenAI', 0)
  model.data.inputs['basepath'] = vendorUrl
  model.data.inputs['modelName'] = 'gpt-4o-mini'
  model.data.credential = credential
  const memory = add('bufferMemory', 600)
  const chain = add('conversationChain', 300)
  const flow: Flow = { nodes: [model, memory, chain], edges: [], viewport: { x: 0, y: 0, zoom: 1 } }
  const join = (source: typeof model, input: string, type: string) =>
    connect({
      source: source.id,
      sourceHandle: outputHandleId(source.id, source.data.name, source.data.baseClasses),
      target: chain.id,
      targetHandle: inputHandleId(chain.id, input, type),
    })
  return join(memory, 'memory', 'BaseMemory')(join(model, 'model', 'BaseChatModel')(flow))
}
