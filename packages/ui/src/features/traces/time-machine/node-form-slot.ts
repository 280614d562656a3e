import { createContext, use } from 'react'
import type { ReactNode } from 'react'

import type { Changes } from '../model/changes.ts'

export interface NodeFormProps {
  flowData: string
  /** What is changed so far. */
  changes: Changes['nodes']
  nodeId: string
  onClose: () => void
  onDone: (changes: Changes['nodes']) => void
}

type DrawNodeForm = (props: NodeFormProps) => ReactNode

/** The form of a node as the canvas has it; the application hands it in. */
export const NodeFormContext = createContext<DrawNodeForm | undefined>(undefined)

export function useNodeForm(): DrawNodeForm | undefined {
  return use(NodeFormContext)
}
