import {
  chosenOutputName,
  findOutput,
  inputNameOf,
  isParam,
  referencesIn,
  withOpenBranches,
  type Flow,
  type FlowNode,
  type NodeDescription,
} from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'

/** A flow as the engine reads it: known nodes, and for each what it takes from where. */
export interface Drawing {
  readonly nodes: ReadonlyMap<string, DrawnNode>
}

export interface DrawnNode {
  readonly id: string
  readonly node: FlowNode
  /** Missing when the catalogue does not know the node. */
  readonly description: NodeDescription | undefined
  readonly inputs: Readonly<Record<string, unknown>>
  readonly output: string
  /** What flows in. A node of the drawing that only a text refers to has no input name. */
  readonly incoming: Incoming[]
  /** What flows in only when documents are loaded into this node. */
  readonly loading: Incoming[]
  /** Whether they are to be. */
  readonly isLoading: boolean
  /** Whether another node takes this one's value. */
  isTaken: boolean
}

export interface Incoming {
  readonly source: string
  readonly input: string | undefined
  readonly output: string | undefined
}

export function readDrawing(flow: Flow, catalogue: Catalogue): Drawing {
  const nodes = new Map<string, DrawnNode>()
  for (const drawn of flow.nodes) {
    const description = catalogue.describe(drawn.data.name)
    if (description?.traits?.inert) continue
    const node = description?.traits?.branches ? withOpenBranches(drawn) : drawn
    nodes.set(node.id, {
      id: node.id,
      node,
      description,
      inputs: node.data.inputs ?? {},
      output: chosenOutputName(node),
      incoming: [],
      loading: [],
      isLoading: false,
      isTaken: false,
    })
  }
  for (const edge of flow.edges) {
    const source = nodes.get(edge.source)
    const target = nodes.get(edge.target)
    if (!source || !target) continue
    const input = inputNameOf(edge)
    source.isTaken = true
    const isForLoading = target.description?.inputs.find(({ name }) => name === input)?.phase === 'upsert'
    const links = isForLoading ? target.loading : target.incoming
    links.push({ source: edge.source, input, output: findOutput(source.node, edge.sourceHandle)?.name })
  }
  for (const target of nodes.values()) addReferred(target, nodes)
  return { nodes }
}

/** The same drawing, in which documents are to be loaded into one node. */
export function withLoading({ nodes }: Drawing, id: string): Drawing {
  const drawn = nodes.get(id)
  if (!drawn) return { nodes }
  const loading = { ...drawn, incoming: [...drawn.loading, ...drawn.incoming], isLoading: true }
  return { nodes: new Map(nodes).set(id, loading) }
}

/** Texts refer to nodes without an edge of their own. */
function addReferred(target: DrawnNode, nodes: ReadonlyMap<string, DrawnNode>): void {
  const known = new Set(target.incoming.map(({ source }) => source))
  for (const { name, type } of target.description?.inputs ?? []) {
    if (!isParam({ type })) continue
    for (const id of referencesIn(target.inputs[name])) {
      const source = nodes.get(id)
      if (!source || known.has(id)) continue
      known.add(id)
      source.isTaken = true
      target.incoming.push({ source: id, input: undefined, output: undefined })
    }
  }
}
