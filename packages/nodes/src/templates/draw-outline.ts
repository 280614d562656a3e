import {
  canConnect,
  chooseOutput,
  connect,
  createNode,
  findInput,
  isAgentflow,
  isStepDescription,
  openOutputs,
  setInput,
  setStepInputs,
  type Flow,
  type FlowNode,
  type NodeDescription,
} from '@chatwright/core'
import { arrange } from './arrange.ts'
import type { FlowOutline, OutlinedNode } from './outline.ts'

type Describe = (name: string) => NodeDescription | undefined

/** Draws an outline by the commands the canvas uses, so that a template is a flow like any other. */
export function drawOutline(outline: FlowOutline, describe: Describe): Flow {
  const nodes = Object.entries(outline.nodes).map(([id, node]) => drawNode(id, node, describe))
  let flow: Flow = { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 0.6 } }
  for (const [id, node] of Object.entries(outline.nodes)) flow = fillIn(flow, id, { ...node, describe })
  for (const edge of outline.edges) flow = drawEdge(flow, edge)
  return withNote(arrange(flow), outline.note, describe)
}

function drawNode(id: string, { label }: OutlinedNode, describe: Describe): FlowNode {
  const name = id.slice(0, id.lastIndexOf('_'))
  const description = describe(name)
  if (!description) throw new Error(`A template uses "${name}", which the catalogue does not have.`)
  const node = createNode(description, { id, position: { x: 0, y: 0 } })
  return label === undefined ? node : { ...node, data: { ...node.data, label } }
}

function fillIn(
  flow: Flow,
  id: string,
  { inputs = {}, output, describe }: OutlinedNode & { describe: Describe },
): Flow {
  const description = describe(id.slice(0, id.lastIndexOf('_')))
  if (description && isStepDescription(description)) {
    return setStepInputs({ nodeId: id, description, values: inputs })(flow)
  }
  const chosen = output === undefined ? flow : chooseOutput(id, output)(flow)
  return Object.entries(inputs).reduce((drawn, [name, value]) => setInput(id, name, value)(drawn), chosen)
}

function drawEdge(flow: Flow, edge: string): Flow {
  const [, source = '', target = '', input] = /^(\w+)(?:[.:]\w+)? > (\w+)(?:\.(\w+))?$/.exec(edge) ?? []
  const branch = /^\w+[.:](\w+) >/.exec(edge)?.[1]
  const from = flow.nodes.find((node) => node.id === source)
  const to = flow.nodes.find((node) => node.id === target)
  const output = from && openOutputs(from).find(({ name }) => branch === undefined || name === branch)
  // What leads to a step leads to the step as a whole.
  const handle = input === undefined ? to?.id : to && findInput(to, input)?.id
  const connection = { source, sourceHandle: output?.handle ?? '', target, targetHandle: handle ?? '' }
  const verdict = canConnect(flow, connection)
  if (!verdict.ok) throw new Error(`A template cannot connect "${edge}": ${verdict.reason}`)
  return connect(connection)(flow)
}

function withNote(flow: Flow, note: string, describe: Describe): Flow {
  const name = isAgentflow(flow) ? 'stickyNoteAgentflow' : 'stickyNote'
  const description = describe(name)
  if (!description) return flow
  const top = Math.min(...flow.nodes.map((node) => node.position.y))
  const drawn = createNode(description, { id: `${name}_0`, position: { x: 0, y: top - 220 } })
  return setInput(`${name}_0`, 'note', note)({ ...flow, nodes: [...flow.nodes, drawn] })
}
