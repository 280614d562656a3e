import type { Command } from '../command.ts'
import type { Flow, Position } from '../document.ts'
import { moveNodes } from './move-nodes.ts'

export type Layout = (flow: Flow) => Readonly<Record<string, Position>>

/** Arranges the nodes as a layout, or a map of positions, says. */
export function tidy(layout: Layout | Readonly<Record<string, Position>>): Command {
  return (flow) => moveNodes(typeof layout === 'function' ? layout(flow) : layout)(flow)
}
