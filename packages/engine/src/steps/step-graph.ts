import { findGates, type GraphEdge } from './gates.ts'

/** Which step leads to which: what is drawn in an agent flow, or inside one of its containers. */
export interface StepGraph {
  /** In the order they were drawn. */
  readonly steps: ReadonlyMap<string, GraphStep>
  readonly edges: readonly GraphEdge[]
  /** Where a run begins. */
  readonly starts: readonly string[]
  /** Steps to which no way leads from a start. */
  readonly unreached: ReadonlySet<string>
}

export interface GraphStep {
  readonly id: string
  /** Its place in the drawing. */
  readonly index: number
  readonly incoming: readonly GraphEdge[]
  /** In the order they were drawn. */
  readonly outgoing: readonly GraphEdge[]
  /** It runs when one edge of each of these is taken: ways that exclude each other stand together. */
  readonly gates: readonly (readonly GraphEdge[])[]
}

export interface DrawnSteps {
  readonly ids: readonly string[]
  readonly edges: readonly { source: string; target: string; output: string }[]
  /** Steps that choose among their outputs. */
  readonly decisions: ReadonlySet<string>
  /** Where to begin; without it, wherever nothing leads to. */
  readonly starts?: readonly string[]
}

/** Throws a CircleError where edges lead round: only a jump may go back. */
export function graphOf({ ids, edges: drawn, decisions, starts: named }: DrawnSteps): StepGraph {
  const edges = drawn.map((edge, index) => ({ ...edge, index }))
  const outgoing = groupBy(edges, ({ source }) => source)
  const incoming = groupBy(edges, ({ target }) => target)
  const order = inOrder(ids, { incoming, outgoing })
  const starts = named ?? ids.filter((id) => !incoming.has(id))
  const reached = reachable(starts, (id) => (outgoing.get(id) ?? []).map(({ target }) => target))
  const gatesOf = findGates(order, { incoming, decisions })
  const steps = ids.map((id, index): [string, GraphStep] => {
    const ways = incoming.get(id) ?? []
    const step = { id, index, incoming: ways, outgoing: outgoing.get(id) ?? [], gates: gatesOf(ways) }
    return [id, step]
  })
  return { steps: new Map(steps), edges, starts, unreached: new Set(ids.filter((id) => !reached.has(id))) }
}

/** Edges that lead round, through these steps. */
export class CircleError extends Error {
  readonly ids: readonly string[]

  constructor(ids: readonly string[]) {
    super(`The steps ${ids.join(', ')} lead to each other in a circle.`)
    this.ids = ids
  }
}

/** Everything one comes to from some steps, those included. */
export function reachable(from: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(from)
  // A set is walked over what is added meanwhile too.
  for (const id of seen) for (const other of next(id)) seen.add(other)
  return seen
}

type Edges = ReadonlyMap<string, readonly GraphEdge[]>

function groupBy(edges: readonly GraphEdge[], keyOf: (edge: GraphEdge) => string): Edges {
  const groups = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    const group = groups.get(keyOf(edge))
    if (group) group.push(edge)
    else groups.set(keyOf(edge), [edge])
  }
  return groups
}

/** Sources first. */
function inOrder(ids: readonly string[], { incoming, outgoing }: { incoming: Edges; outgoing: Edges }): string[] {
  const missing = new Map(ids.map((id) => [id, incoming.get(id)?.length ?? 0]))
  const order = ids.filter((id) => missing.get(id) === 0)
  for (const id of order) {
    for (const { target } of outgoing.get(id) ?? []) {
      const left = (missing.get(target) ?? 0) - 1
      missing.set(target, left)
      if (left === 0) order.push(target)
    }
  }
  if (order.length === ids.length) return order
  const stuck = new Set(ids.filter((id) => (missing.get(id) ?? 0) > 0))
  throw new CircleError(circleAmong(stuck, incoming))
}

/** Going back from a step that waits for itself, one comes round. */
function circleAmong(stuck: ReadonlySet<string>, incoming: Edges): string[] {
  const walked: string[] = []
  let at = [...stuck][0]
  while (at !== undefined && !walked.includes(at)) {
    walked.push(at)
    at = (incoming.get(at) ?? []).find(({ source }) => stuck.has(source))?.source
  }
  return walked.slice(at === undefined ? 0 : walked.indexOf(at)).toReversed()
}
