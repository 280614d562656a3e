import { connect, createNode, inputHandleId, outputHandleId, type Flow, type NodeDescription } from '@chatwright/core'

/** Stores a chat model, a memory and a conversation chain, and returns the flow's id. */
export async function createConversation(serverUrl: string, modelUrl: string): Promise<string> {
  const nodes = await call<NodeDescription[]>(serverUrl, 'GET', '/nodes')
  const credential = await call<{ id: string }>(serverUrl, 'POST', '/credentials', {
    name: 'Local',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-local' },
  })
  const add = (name: string) => {
    const description = nodes.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    return createNode(description, { id: `${name}_0`, position: { x: 0, y: 0 } })
  }
  const [model, memory, chain] = [add('chatOpenAI'), add('bufferMemory'), add('conversationChain')]
  model.data.inputs['basepath'] = modelUrl
  model.data.credential = credential.id
  const empty: Flow = { nodes: [model, memory, chain], edges: [], viewport: { x: 0, y: 0, zoom: 1 } }
  const join = (flow: Flow, source: typeof model, input: string, type: string): Flow =>
    connect({
      source: source.id,
      sourceHandle: outputHandleId(source.id, source.data.name, source.data.baseClasses),
      target: chain.id,
      targetHandle: inputHandleId(chain.id, input, type),
    })(flow)
  const flow = join(join(empty, model, 'model', 'BaseChatModel'), memory, 'memory', 'BaseMemory')
  const stored = await call<{ id: string }>(serverUrl, 'POST', '/chatflows', {
    name: 'Conversation',
    flowData: JSON.stringify(flow),
  })
  return stored.id
}

async function call<Answer>(serverUrl: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${serverUrl}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
