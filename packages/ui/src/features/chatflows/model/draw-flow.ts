import {
  addNode,
  connect,
  createCatalogueIndex,
  createNode,
  findInput,
  inputHandleOf,
  openOutputs,
} from '@chatwright/core'
import type { Flow, FlowNode, NodeDescription } from '@chatwright/core'

export interface FlowPart {
  name: string
  position: { x: number; y: number }
}

/** An output of one part led into an input of another. */
export interface FlowJoin {
  from: string
  to: string
  input: string
}

/** Draws a small flow, each node once and named `<name>_0`. Throws when this server lacks a part of it. */
export function drawFlow(
  catalogue: readonly NodeDescription[],
  { parts, joins }: { parts: readonly FlowPart[]; joins: readonly FlowJoin[] },
): Flow {
  const index = createCatalogueIndex(catalogue)
  const nodes = parts.map(({ name, position }) => {
    const description = index.describe(name)
    if (!description) throw new Error(`This server has no node named ${name}.`)
    return createNode(description, { id: `${name}_0`, position })
  })
  const drawn = nodes.reduce<Flow>((flow, node) => addNode(node)(flow), { nodes: [], edges: [] })
  return joins.reduce(join, drawn)
}

function join(flow: Flow, ends: FlowJoin): Flow {
  const source = nodeOf(flow, ends.from)
  const target = nodeOf(flow, ends.to)
  const [output] = openOutputs(source)
  const input = findInput(target, ends.input)
  if (!output || !input) throw new Error(`${source.data.label} does not fit ${target.data.label} on this server.`)
  const joined = connect({
    source: source.id,
    sourceHandle: output.handle,
    target: target.id,
    targetHandle: inputHandleOf(target.id, input),
  })(flow)
  if (joined === flow) throw new Error(`${source.data.label} does not fit ${target.data.label} on this server.`)
  return joined
}

function nodeOf(flow: Flow, name: string): FlowNode {
  const node = flow.nodes.find((candidate) => candidate.data.name === name)
  if (!node) throw new Error(`The flow has no ${name}.`)
  return node
}
