import { applyEdits, diffFlows, type Edit, type EditCatalogue, type Flow } from '@chatwright/core'
import { isSameFlow } from './same-flow.ts'

/** Where a flow here, on a server, and as both had it last, stand to each other. */
export type Standing =
  | { state: 'same' }
  /** Changed on this side alone. */
  | { state: 'here' | 'there' }
  /** Changed on both sides, in different places: both changes fit into one flow. */
  | { state: 'merged'; flow: Flow }
  /** Changed on both sides in the same places, or it can't be known what changed. */
  | { state: 'conflict'; ids: string[]; isUnknown: boolean }

export function compareThree(
  { base, here, there }: { base: Flow | undefined; here: Flow; there: Flow },
  catalogue: EditCatalogue,
): Standing {
  if (isSameFlow(here, there)) return { state: 'same' }
  if (!base) return { state: 'conflict', ids: [], isUnknown: true }
  if (isSameFlow(here, base)) return { state: 'there' }
  if (isSameFlow(there, base)) return { state: 'here' }
  const ours = diffFlows(base, here, catalogue)
  const theirs = touched(base, there)
  const both = [...touched(base, here)].filter((id) => theirs.has(id))
  if (both.length > 0) return { state: 'conflict', ids: both, isUnknown: false }
  // Places are not worth a conflict: where both moved a card, the one on the server stays.
  const moved = placesIn(diffFlows(base, there, catalogue))
  const kept = ours.flatMap((edit) => withoutPlaces(edit, moved))
  const { flow, refusals } = applyAll(there, kept, catalogue)
  return refusals ? { state: 'conflict', ids: [...touched(base, here)], isUnknown: false } : { state: 'merged', flow }
}

function applyAll(flow: Flow, edits: readonly Edit[], catalogue: EditCatalogue): { flow: Flow; refusals: boolean } {
  const applied = applyEdits(flow, edits, catalogue)
  return 'flow' in applied ? { flow: applied.flow, refusals: false } : { flow, refusals: true }
}

/** The nodes that differ in more than their place, with those that gained or lost a connection. */
function touched(before: Flow, after: Flow): Set<string> {
  const ids = new Set<string>()
  const old = new Map(before.nodes.map((node) => [node.id, node]))
  for (const node of after.nodes) {
    const was = old.get(node.id)
    old.delete(node.id)
    if (!was || JSON.stringify(sorted(was.data)) !== JSON.stringify(sorted(node.data))) ids.add(node.id)
  }
  for (const id of old.keys()) ids.add(id)
  const edges = (flow: Flow) =>
    new Map(flow.edges.map((edge) => [`${edge.source} ${edge.sourceHandle} ${edge.targetHandle}`, edge]))
  const [lost, gained] = [edges(before), edges(after)]
  for (const [key, { target }] of lost) if (!gained.has(key)) ids.add(target)
  for (const [key, { target }] of gained) if (!lost.has(key)) ids.add(target)
  return ids
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => sorted(item))
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]: [string, unknown]) => [key, sorted(item)]))
}

function placesIn(edits: readonly Edit[]): Set<string> {
  return new Set(edits.flatMap((edit) => (edit.do === 'move' ? Object.keys(edit.places) : [])))
}

function withoutPlaces(edit: Edit, moved: ReadonlySet<string>): Edit[] {
  if (edit.do === 'resize') return moved.has(edit.id) ? [] : [edit]
  if (edit.do !== 'move') return [edit]
  const places = Object.entries(edit.places).filter(([id]) => !moved.has(id))
  return places.length === 0 ? [] : [{ ...edit, places: Object.fromEntries(places) }]
}
