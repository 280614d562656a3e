import {
  canConnect,
  chooseOutput,
  connect,
  createNode,
  findInput,
  isAgentflow,
  isStepDescription,
  openOutputs,
  resizeNode,
  setInput,
  setStepInputs,
  type Flow,
  type FlowNode,
  type NodeDescription,
} from '@chatwright/core'
import type { FlowOutline, OutlinedNode } from './outline.ts'
import { templatePlaces } from './places.ts'

/** As wide as a card, and large enough for the longest note in the letters of a small view. */
const NOTE = { width: 300, height: 160, gap: 48 } as const

type Describe = (name: string) => NodeDescription | undefined

/** Draws an outline by the commands the canvas uses, so that a template is a flow like any other. */
export function drawOutline(outline: FlowOutline, describe: Describe): Flow {
  const nodes = Object.entries(outline.nodes).map(([id, node]) => drawNode(id, node, describe))
  let flow: Flow = { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 0.6 } }
  for (const [id, node] of Object.entries(outline.nodes)) flow = fillIn(flow, id, { ...node, describe })
  for (const edge of outline.edges) flow = drawEdge(flow, edge)
  return withNote(placed(flow, templatePlaces[outline.id]), outline.note, describe)
}

function placed(flow: Flow, places: Readonly<Record<string, readonly [number, number]>> = {}): Flow {
  const nodes = flow.nodes.map((node) => {
    const [x, y] = places[node.id] ?? [0, 0]
    return { ...node, position: { x, y }, positionAbsolute: { x, y } }
  })
  return { ...flow, nodes }
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
  // Above the first column: nothing stands there and no edge runs there.
  const left = Math.min(...flow.nodes.map(({ position }) => position.x))
  const top = Math.min(...flow.nodes.flatMap(({ position: { x, y } }) => (x === left ? y : [])))
  const drawn = createNode(description, { id: `${name}_0`, position: { x: left, y: top - NOTE.height - NOTE.gap } })
  const sized = resizeNode(drawn.id, { width: NOTE.width, height: NOTE.height })
  return sized(setInput(drawn.id, 'note', note)({ ...flow, nodes: [...flow.nodes, drawn] }))
}
