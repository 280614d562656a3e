import { createNode } from '../create-node.ts'
import type { Flow, FlowEdge, FlowNode, Position } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { chosenOutputName, outputChoice } from '../node-outputs.ts'
import { parentOf } from '../steps/step-edge.ts'
import type { EditCatalogue } from './apply.ts'
import { nodeOf } from './apply.ts'
import { Draft } from './draft.ts'
import type { Edit } from './edit.ts'
import { writeInputPath } from './input-path.ts'
import type { InputPath } from './input-path.ts'
import { nameConnection } from './name-connection.ts'
import { isNoChange, restoreBetween } from './restore.ts'

/**
 * The edits that make `after` of `before`, in words wherever words say it; what none says is put in as it is, so that
 * applying them gives `after` to the byte. From an empty flow they are how a flow would be drawn.
 */
export function diffFlows(before: Flow, after: Flow, catalogue: EditCatalogue): Edit[] {
  const draft = new Drawing(before, catalogue)
  const [old, next] = [flowGraph(before), flowGraph(after)]

  const lost = before.edges.filter((edge) => !hasConnection(after, edge))
  const removed = before.nodes.filter(({ id }) => !next.nodes.has(id)).map(({ id }) => id)
  if (removed.length > 0) draft.try({ do: 'remove', ids: removed })
  const kept = after.nodes.flatMap((node) => {
    const was = old.nodes.get(node.id)
    return was && was !== node ? [{ was, node }] : []
  })
  for (const { was, node } of kept) {
    if (was.data.name !== node.data.name || was.data.version !== node.data.version)
      draft.try({ do: 'upgrade', id: node.id })
  }
  for (const edge of lost) {
    const edit = nameConnection(before, edge)
    if (edit && draft.has(edge.source) && draft.has(edge.target)) draft.try({ ...edit, do: 'disconnect' })
  }
  for (const node of containersFirst(after)) if (!old.nodes.has(node.id)) draft.add(node)
  for (const { node } of kept) draft.settle(node)
  for (const edge of after.edges) {
    const edit = hasConnection(draft.flow, edge) ? undefined : nameConnection(after, edge)
    if (edit) draft.try(edit)
  }
  for (const node of after.nodes) draft.place(node)
  return draft.finish(after)
}

/** Draws towards another flow. */
class Drawing extends Draft {
  has(id: string): boolean {
    return nodeOf(this.flow, id) !== undefined
  }

  add(node: FlowNode): void {
    const { id, data, position } = node
    const description = this.catalogue.describe(data.name)
    if (!description) return
    const fresh = createNode(description, { id, position })
    const container = parentOf(node)
    const inputs = Object.fromEntries(
      Object.entries(data.inputs).filter(
        ([name, value]) => !isAnchor(fresh, name) && !isSame(value, fresh.data.inputs[name]),
      ),
    )
    this.try({
      do: 'add',
      node: data.name,
      id,
      ...(data.label !== fresh.data.label && { label: data.label }),
      ...(Object.keys(inputs).length > 0 && { inputs }),
      at: { x: position.x, y: position.y },
      ...(container !== undefined && { container }),
    })
    this.settle(node)
  }

  /** Everything a node is set to, but for its place and its connections. */
  settle(node: FlowNode): void {
    const { id, data } = node
    const was = nodeOf(this.flow, id)
    if (!was) return
    if (was.data.label !== data.label) this.try({ do: 'rename', id, label: data.label })
    if (was.data.credential !== data.credential) this.try({ do: 'credential', id, credential: data.credential })
    if (outputChoice(node) && chosenOutputName(was) !== chosenOutputName(node)) {
      this.try({ do: 'output', id, output: chosenOutputName(node) })
    }
    const container = parentOf(node)
    if (parentOf(was) !== container) {
      this.try(container === undefined ? { do: 'outOf', ids: [id] } : { do: 'into', ids: [id], container })
    }
    const names = new Set([...Object.keys(was.data.inputs), ...Object.keys(data.inputs)])
    for (const name of names) {
      if (isAnchor(node, name)) continue
      for (const { path, value } of changesInside([name], was.data.inputs[name], data.inputs[name])) {
        this.try({ do: 'set', id, path: writeInputPath(path), ...(value !== undefined && { value }) })
      }
    }
  }

  place({ id, position, width, height }: FlowNode): void {
    const was = nodeOf(this.flow, id)
    if (!was) return
    if (!isSamePlace(was.position, position))
      this.try({ do: 'move', places: { [id]: { x: position.x, y: position.y } } })
    if (width !== undefined && height !== undefined && (was.width !== width || was.height !== height)) {
      this.try({ do: 'resize', id, width, height })
    }
  }

  finish(after: Flow): Edit[] {
    // What became equal counts as the same, so that only the rest is put in as it is.
    const equal = <Item extends { id: string }>(items: readonly Item[], others: readonly Item[]): Item[] => {
      const byId = new Map(others.map((other) => [other.id, other]))
      return items.map((item) => {
        const other = byId.get(item.id)
        return other !== undefined && (other === item || JSON.stringify(other) === JSON.stringify(item)) ? other : item
      })
    }
    const target: Flow = {
      ...after,
      nodes: equal(after.nodes, this.flow.nodes),
      edges: equal(after.edges, this.flow.edges),
      ...(after.viewport && isSame(after.viewport, this.flow.viewport) && { viewport: this.flow.viewport }),
    }
    const rest = restoreBetween(this.flow, target)
    return isNoChange(rest) ? this.edits : [...this.edits, rest]
  }
}

/** A container stands before what stands in it. */
function containersFirst(flow: Flow): FlowNode[] {
  const { nodes } = flowGraph(flow)
  const depth = (node: FlowNode): number => {
    const seen = new Set<string>()
    let parent = parentOf(node)
    while (parent !== undefined && !seen.has(parent)) {
      seen.add(parent)
      const container = nodes.get(parent)
      parent = container && parentOf(container)
    }
    return seen.size
  }
  return flow.nodes
    .map((node) => ({ node, depth: depth(node) }))
    .toSorted((a, b) => a.depth - b.depth)
    .map(({ node }) => node)
}

function isAnchor(node: FlowNode, name: string): boolean {
  return node.data.inputAnchors.some((anchor) => anchor.name === name)
}

function hasConnection(flow: Flow, { source, sourceHandle, target, targetHandle }: FlowEdge): boolean {
  return (flowGraph(flow).outgoing.get(source) ?? []).some(
    (edge) => edge.target === target && edge.sourceHandle === sourceHandle && edge.targetHandle === targetHandle,
  )
}

interface ValueChange {
  path: InputPath
  value: unknown
}

/** The changed values inside an input: a list of the same length and an object say which of their parts changed. */
function changesInside(path: InputPath, before: unknown, after: unknown): ValueChange[] {
  if (isSame(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && after.length > 0) {
    return after.flatMap((item, index) => changesInside([...path, index], before[index], item))
  }
  if (isRecord(before) && isRecord(after) && Object.keys(after).every((key) => after[key] !== undefined)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => changesInside([...path, name], before[name], after[name]))
  }
  return [{ path, value: after }]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

function isSamePlace(one: Position, other: Position): boolean {
  return one.x === other.x && one.y === other.y
}
