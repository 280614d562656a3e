import { addTo } from './groups.ts'
import { parentOf, type FlowNode } from '@chatwright/core'
import type { Drawing } from './drawing.ts'

const STEP = { width: 240, height: 90 }
const GAP = { x: 80, y: 40 }
const INSIDE = { left: 30, top: 70, right: 30, bottom: 40 }
const SMALLEST = { width: 320, height: 250 }

interface Size {
  width: number
  height: number
}

/** Lays the steps out in columns, from left to right: containers first, so that they have room for what they hold. */
export function layOut(drawing: Drawing): void {
  const { flow } = drawing
  const children = new Map<string, FlowNode[]>()
  for (const node of flow.nodes) {
    const parent = parentOf(node) ?? ''
    addTo(children, parent, node)
  }
  const sizes = new Map<string, Size>()
  // The innermost first: a container stands in the list before what it holds.
  const containers = flow.nodes.filter(({ id }) => children.has(id)).toReversed()
  for (const container of containers) {
    const size = layRow(children.get(container.id) ?? [], INSIDE)
    sizes.set(container.id, {
      width: Math.max(SMALLEST.width, size.width + INSIDE.right),
      height: Math.max(SMALLEST.height, size.height + INSIDE.bottom),
    })
  }
  layRow(children.get('') ?? [], { left: 0, top: 0 })
  for (const [id, size] of sizes) drawing.resize(id, size)

  function layRow(nodes: readonly FlowNode[], corner: { left: number; top: number }): Size {
    const depths = depthsOf(nodes)
    const columns = new Map<number, FlowNode[]>()
    for (const node of nodes) {
      const depth = depths.get(node.id) ?? 0
      addTo(columns, depth, node)
    }
    let x = corner.left
    let bottom = corner.top
    for (const [, column] of [...columns].toSorted(([a], [b]) => a - b)) {
      let y = corner.top
      let width = 0
      for (const node of column) {
        const size = sizes.get(node.id) ?? STEP
        drawing.place(node.id, { x, y })
        y += size.height + GAP.y
        width = Math.max(width, size.width)
      }
      bottom = Math.max(bottom, y - GAP.y)
      x += width + GAP.x
    }
    return { width: x - GAP.x, height: bottom }
  }

  function depthsOf(nodes: readonly FlowNode[]): Map<string, number> {
    const inside = new Set(nodes.map(({ id }) => id))
    const edges = flow.edges.filter(({ source, target }) => inside.has(source) && inside.has(target))
    const waiting = new Map(nodes.map(({ id }) => [id, 0]))
    const outgoing = new Map<string, string[]>()
    for (const { source, target } of edges) {
      waiting.set(target, (waiting.get(target) ?? 0) + 1)
      addTo(outgoing, source, target)
    }
    const depths = new Map<string, number>()
    const order = nodes.flatMap(({ id }) => (waiting.get(id) === 0 ? [id] : []))
    for (const id of order) {
      for (const target of outgoing.get(id) ?? []) {
        depths.set(target, Math.max(depths.get(target) ?? 0, (depths.get(id) ?? 0) + 1))
        const left = (waiting.get(target) ?? 0) - 1
        waiting.set(target, left)
        if (left === 0) order.push(target)
      }
    }
    return depths
  }
}
