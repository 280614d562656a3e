export interface GraphEdge {
  readonly index: number
  readonly source: string
  readonly target: string
  readonly output: string
}

interface Drawing {
  incoming: ReadonlyMap<string, readonly GraphEdge[]>
  decisions: ReadonlySet<string>
}

/** By which decisions an edge is reached. */
interface Ways {
  /** For each decision above it, one bit for each output that leads here. */
  readonly outputs: Uint32Array
  /** One for each decision with no other in between. */
  readonly nearest: Uint8Array
}

/**
 * Which of a step's ways are alternatives, so that one of them will do: those with the same nearest decision, and those
 * that exclude each other. All others are needed together, as a step that two people feed needs both.
 */
export function findGates(
  order: readonly string[],
  { incoming, decisions }: Drawing,
): (ways: readonly GraphEdge[]) => GraphEdge[][] {
  const place = new Map(order.filter((id) => decisions.has(id)).map((id, index) => [id, index]))
  const outputBit = numberOutputs(incoming)
  const byStep = new Map<string, Ways>()
  const waysOf = (edge: GraphEdge): Ways => {
    const above = byStep.get(edge.source) ?? noWays(place.size)
    const decision = place.get(edge.source)
    if (decision === undefined) return above
    const outputs = above.outputs.slice()
    outputs[decision] = outputBit(edge)
    const nearest = new Uint8Array(place.size)
    nearest[decision] = 1
    return { outputs, nearest }
  }
  for (const id of order) byStep.set(id, together((incoming.get(id) ?? []).map(waysOf), place.size))
  return (ways) => grouped(ways.map((edge) => ({ edge, ...waysOf(edge) })))
}

function noWays(size: number): Ways {
  return { outputs: new Uint32Array(size), nearest: new Uint8Array(size) }
}

function together(ways: readonly Ways[], size: number): Ways {
  const [only, ...others] = ways
  if (only && others.length === 0) return only
  const all = noWays(size)
  for (const { outputs, nearest } of ways) {
    for (let place = 0; place < size; place++) {
      all.outputs[place] = (all.outputs[place] ?? 0) | (outputs[place] ?? 0)
      all.nearest[place] = (all.nearest[place] ?? 0) | (nearest[place] ?? 0)
    }
  }
  return all
}

/** A number of its own for each output of a step; from the thirty-second on they share one. */
function numberOutputs(incoming: Drawing['incoming']): (edge: GraphEdge) => number {
  const known = new Map<string, string[]>()
  for (const { source, output } of [...incoming.values()].flat()) {
    const outputs = known.get(source) ?? []
    if (!outputs.includes(output)) known.set(source, [...outputs, output])
  }
  return ({ source, output }) => (1 << Math.min(31, known.get(source)?.indexOf(output) ?? 0)) >>> 0
}

function grouped(ways: readonly (Ways & { edge: GraphEdge })[]): GraphEdge[][] {
  const free = ways.filter(({ nearest }) => !nearest.includes(1))
  const groups: (typeof ways)[number][][] = []
  for (const way of ways) {
    if (free.includes(way)) continue
    const [group, ...others] = groups.filter((candidate) => candidate.some((other) => areAlternatives(way, other)))
    if (!group) {
      groups.push([way])
      continue
    }
    // This one joins what stood apart so far.
    for (const other of others) group.push(...(groups.splice(groups.indexOf(other), 1)[0] ?? []))
    group.push(way)
  }
  return [...(free.length > 0 ? [free] : []), ...groups].map((group) => group.map(({ edge }) => edge))
}

function areAlternatives(one: Ways, other: Ways): boolean {
  return one.outputs.some((outputs, place) => {
    if (one.nearest[place] && other.nearest[place]) return true
    const others = other.outputs[place] ?? 0
    return outputs !== 0 && others !== 0 && (outputs & others) === 0
  })
}
