import type { Flow, FlowEdge, FlowNode } from './document.ts'

/** A flow's nodes and edges, found by id. Edges whose ends are missing are left out. */
export interface FlowGraph {
  nodes: Lookup<FlowNode>
  incoming: Lookup<readonly FlowEdge[]>
  outgoing: Lookup<readonly FlowEdge[]>
  /** No edge was left out. */
  isWhole: boolean
}

export interface Lookup<Value> {
  get(id: string): Value | undefined
  has(id: string): boolean
}

interface KnownGraph extends FlowGraph {
  nodes: Layered<FlowNode>
  incoming: Layered<readonly FlowEdge[]>
  outgoing: Layered<readonly FlowEdge[]>
}

/** An edit changes a few parts; where more differ, the graph is made anew. */
const MOST_CHANGED = 256
const FAR = 32

// A flow is never changed in place, so its graph stays true for as long as the flow lives.
const graphs = new WeakMap<Flow, KnownGraph>()
/** The flow whose graph was made last: mostly the next one is what an edit made of it. */
let latest: WeakRef<Flow> | undefined

/** The graph of a flow; asking twice costs once, and after an edit what the edit touched. */
export function flowGraph(flow: Flow): FlowGraph {
  const known = graphs.get(flow)
  if (known) return known
  const graph = graphAfter(latest?.deref(), flow) ?? buildGraph(flow)
  graphs.set(flow, graph)
  latest = new WeakRef(flow)
  return graph
}

function buildGraph(flow: Flow): KnownGraph {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
  const incoming = new Map<string, FlowEdge[]>()
  const outgoing = new Map<string, FlowEdge[]>()
  let isWhole = true
  for (const edge of flow.edges) {
    if (nodes.has(edge.source) && nodes.has(edge.target)) {
      append(incoming, edge.target, edge)
      append(outgoing, edge.source, edge)
    } else isWhole = false
  }
  return { nodes: new Layered(nodes), incoming: new Layered(incoming), outgoing: new Layered(outgoing), isWhole }
}

/** What an edit left of the graph of the flow before it; nothing where too much differs. */
function graphAfter(before: Flow | undefined, flow: Flow): KnownGraph | undefined {
  const known = before && graphs.get(before)
  if (!before || !known?.isWhole) return undefined
  const changed = differing(before.nodes, flow.nodes)
  const edges = differing(before.edges, flow.edges)
  if (!changed || !edges) return undefined
  const nodes = known.nodes.with([
    ...changed.gone.map(({ id }) => [id, undefined] as const),
    ...changed.come.map((node) => [node.id, node] as const),
  ])
  const incoming = known.incoming.with(listsAfter(known.incoming, flow.edges, { ...edges, end: 'target' }))
  const outgoing = known.outgoing.with(listsAfter(known.outgoing, flow.edges, { ...edges, end: 'source' }))
  if (!nodes || !incoming || !outgoing) return undefined
  const isCut =
    edges.come.some(({ source, target }) => !nodes.has(source) || !nodes.has(target)) ||
    changed.gone.some(({ id }) => !nodes.has(id) && (incoming.has(id) || outgoing.has(id)))
  return isCut ? undefined : { nodes, incoming, outgoing, isWhole: true }
}

interface Differing<Part> {
  gone: readonly Part[]
  come: readonly Part[]
  /** What came stands at the end. */
  isAtEnd: boolean
}

/** Walks both lists side by side; nothing where too much differs, or things changed places. */
function differing<Part extends { id: string }>(
  before: readonly Part[],
  after: readonly Part[],
): Differing<Part> | undefined {
  const gone: Part[] = []
  const come: Part[] = []
  let firstCome = after.length
  for (let [left, right] = [0, 0]; left < before.length || right < after.length;) {
    const [old, next] = [before[left], after[right]]
    if (old !== next) {
      const isChanged = old?.id === next?.id
      const isGone = old !== undefined && (isChanged || next === undefined || stands(before, next, left))
      const isCome = next !== undefined && (isChanged || (!isGone && (old === undefined || stands(after, old, right))))
      if (!isGone && !isCome) return undefined
      if (isGone) gone.push(old)
      if (isCome) {
        come.push(next)
        firstCome = Math.min(firstCome, right)
      }
      if (gone.length + come.length > MOST_CHANGED) return undefined
      left += isGone ? 1 : 0
      right += isCome ? 1 : 0
    } else {
      left += 1
      right += 1
    }
  }
  return { gone, come, isAtEnd: firstCome + come.length === after.length }
}

/** Whether a part stands not far after a place. */
function stands<Part extends { id: string }>(parts: readonly Part[], { id }: Part, place: number): boolean {
  for (let at = place + 1; at <= place + FAR; at += 1) if (parts[at]?.id === id) return true
  return false
}

/** The lists of the nodes at which an edge changed. */
function listsAfter(
  known: Lookup<readonly FlowEdge[]>,
  edges: readonly FlowEdge[],
  { gone, come, isAtEnd, end }: Differing<FlowEdge> & { end: 'source' | 'target' },
): (readonly [id: string, edges: readonly FlowEdge[] | undefined])[] {
  const removed = new Set(gone)
  const ids = [...new Set([...gone, ...come].map((edge) => edge[end]))]
  return ids.map((id) => {
    const list = isAtEnd
      ? [...(known.get(id) ?? []).filter((edge) => !removed.has(edge)), ...come.filter((edge) => edge[end] === id)]
      : edges.filter((edge) => edge[end] === id)
    return [id, list.length > 0 ? list : undefined]
  })
}

/** A map, and beside it what changed since it was made. */
class Layered<Value> implements Lookup<Value> {
  readonly #base: ReadonlyMap<string, Value>
  readonly #changes: ReadonlyMap<string, Value | undefined>

  constructor(base: ReadonlyMap<string, Value>, changes: ReadonlyMap<string, Value | undefined> = new Map()) {
    this.#base = base
    this.#changes = changes
  }

  get(id: string): Value | undefined {
    return this.#changes.has(id) ? this.#changes.get(id) : this.#base.get(id)
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** Nothing where so much changed that it is better made anew. */
  with(changes: readonly (readonly [id: string, value: Value | undefined])[]): Layered<Value> | undefined {
    if (changes.length === 0) return this
    if (this.#changes.size + changes.length > MOST_CHANGED) return undefined
    return new Layered(this.#base, new Map([...this.#changes, ...changes]))
  }
}

function append(lists: Map<string, FlowEdge[]>, id: string, edge: FlowEdge): void {
  const list = lists.get(id)
  if (list) list.push(edge)
  else lists.set(id, [edge])
}
