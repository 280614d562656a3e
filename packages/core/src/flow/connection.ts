import type { FlowEdge } from './document.ts'

/** The ends of an edge somebody wants to draw. */
export type Connection = Pick<FlowEdge, 'source' | 'sourceHandle' | 'target' | 'targetHandle'>
