import { createContext } from 'react'
import type { ReactNode } from 'react'

/** What is done with a node on the values of a run. */
export interface NodeToolsProps {
  runId: string
  /** The question of that run. */
  question: string
  isOver: boolean
  nodeId: string
  label: string
  /** The nodes whose values it is built from; they may run with it. */
  feeding: readonly string[]
  /** Those of them that answer for it. */
  models: readonly string[]
  /** What the node gave in that run, as text. */
  output: string
  /** The flow on the screen, where it answers otherwise than the saved one. */
  drawing: string | undefined
  /** The same, at this very moment. */
  draw(): string | undefined
  /** Somebody asked to run it by a key. */
  isAsked: boolean
  onAsked(): void
}

/** Runs and pins nodes; the application hands it in. Nothing where a flow is only looked at. */
export const NodeToolsContext = createContext<((props: NodeToolsProps) => ReactNode) | undefined>(undefined)
