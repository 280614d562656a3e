import { createContext, use } from 'react'
import type { ComponentType } from 'react'

import type { Changes } from '../model/changes.ts'

export interface NodeFormProps {
  flowData: string
  /** What is changed so far. */
  changes: Changes['nodes']
  nodeId: string
  onClose: () => void
  onDone: (changes: Changes['nodes']) => void
}

/** The form of a node as the canvas has it; the application hands it in. */
export const NodeFormContext = createContext<ComponentType<NodeFormProps> | undefined>(undefined)

export function useNodeForm(): ComponentType<NodeFormProps> | undefined {
  return use(NodeFormContext)
}
