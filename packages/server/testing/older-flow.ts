import { connect, createNode, openOutputs, setInput, type Flow, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import type { TestServer } from './test-server.ts'

export interface DrawnOlder {
  /** By id, such as `seqAgent_0`: what is typed into it; `credential` is chosen. */
  nodes: Record<string, Record<string, unknown>>
  /** `chatOpenAI_0 > seqStart_0.model`, `seqCondition_0:Grading > seqAgent_0.sequentialNode`. */
  edges: readonly string[]
}

/** A flow of the first agent kind, drawn by the commands of the canvas. */
export function drawOlderFlow(catalogue: readonly NodeDescription[], { nodes, edges }: DrawnOlder): Flow {
  let flow: Flow = { nodes: [], edges: [] }
  for (const [id, { credential, ...inputs }] of Object.entries(nodes)) {
    const description = catalogue.find(({ name }) => name === id.slice(0, id.lastIndexOf('_')))
    if (!description) throw new Error(`The catalogue lacks ${id}`)
    const node = createNode(description, { id, position: { x: flow.nodes.length * 400, y: 0 } })
    if (typeof credential === 'string') node.data.credential = credential
    flow = { ...flow, nodes: [...flow.nodes, node] }
    for (const [name, value] of Object.entries(inputs)) flow = setInput(id, name, value)(flow)
  }
  return edges.reduce(drawEdge, flow)
}

function drawEdge(flow: Flow, edge: string): Flow {
  const [from = '', to = ''] = edge.split(' > ')
  const [source = '', label] = from.split(':')
  const [target = '', input = ''] = to.split('.')
  const sourceNode = flow.nodes.find(({ id }) => id === source)
  const targetNode = flow.nodes.find(({ id }) => id === target)
  const output = sourceNode && openOutputs(sourceNode).find((each) => label === undefined || each.label === label)
  const handle = targetNode?.data.inputAnchors.find(({ name }) => name === input)?.id
  if (!output || handle === undefined) throw new Error(`Nothing to connect by ${edge}`)
  return connect({ source, sourceHandle: output.handle, target, targetHandle: handle })(flow)
}

/** Stores such a flow and returns its id. */
export async function createOlderFlow(server: TestServer, drawn: DrawnOlder): Promise<string> {
  const { nodes } = await loadCatalogue()
  const stored = { name: 'Older', type: 'MULTIAGENT', flowData: JSON.stringify(drawOlderFlow(nodes, drawn)) }
  const created = await server.send('POST', '/api/v1/chatflows', stored)
  if (created.status !== 200) throw new Error(`The flow was not stored: ${created.text}`)
  return String(created.body.id)
}
