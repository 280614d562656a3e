import { connect, createNode, inputHandleId, outputHandleId, type Flow, type NodeDescription } from '@chatwright/core'

export interface Drawing {
  name: string
  /** Node names with their inputs; each name once. */
  nodes: Record<string, Record<string, unknown>>
  /** From a node to an input of another. */
  links: readonly { from: string; to: string; input: string }[]
  /** Credential ids by node name. */
  credentials?: Record<string, string>
  /** Chosen outputs by node name, where a node has several. */
  outputs?: Record<string, string>
}

/** Draws a flow as a person would, stores it and returns its id. */
export async function storeFlow(serverUrl: string, drawing: Drawing): Promise<string> {
  const { name, nodes, links, credentials = {}, outputs = {} } = drawing
  const catalogue = await call<NodeDescription[]>(serverUrl, 'GET', '/nodes')
  const drawn = Object.entries(nodes).map(([nodeName, inputs]) => {
    const description = catalogue.find((node) => node.name === nodeName)
    if (!description) throw new Error(`The catalogue has no ${nodeName}`)
    const node = createNode(description, { id: `${nodeName}_0`, position: { x: 0, y: 0 } })
    Object.assign(node.data.inputs, inputs)
    if (outputs[nodeName]) node.data.outputs = { output: outputs[nodeName] }
    if (credentials[nodeName]) node.data.credential = credentials[nodeName]
    return node
  })
  const find = (nodeName: string) => {
    const node = drawn.find((candidate) => candidate.data.name === nodeName)
    if (!node) throw new Error(`The drawing has no ${nodeName}`)
    return node
  }
  let flow: Flow = { nodes: drawn, edges: [], viewport: { x: 0, y: 0, zoom: 1 } }
  for (const { from, to, input } of links) {
    const source = find(from)
    const target = find(to)
    const output = source.data.outputAnchors[0]
    const anchor = target.data.inputAnchors.find((candidate) => candidate.name === input)
    if (!output || !anchor) throw new Error(`Nothing joins ${from} and ${to}.${input}`)
    flow = connect({
      source: source.id,
      sourceHandle: output.options?.[0]?.id ?? outputHandleId(source.id, source.data.name, source.data.baseClasses),
      target: target.id,
      targetHandle: inputHandleId(target.id, input, anchor.type),
    })(flow)
  }
  const stored = await call<{ id: string }>(serverUrl, 'POST', '/chatflows', { name, flowData: JSON.stringify(flow) })
  return stored.id
}

export async function call<Answer>(serverUrl: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${serverUrl}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
