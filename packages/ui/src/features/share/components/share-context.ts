import type { Chatflow, ChatflowChanges, ChatflowSummary } from '@chatwright/contract'
import { createContext, use } from 'react'

export interface ShareContextValue {
  chatflow: ChatflowSummary
  /** Saves a change on top of what is stored; false when it failed, which the person was told. */
  save: (change: (current: Chatflow) => ChatflowChanges) => Promise<boolean>
  isSaving: boolean
}

export const ShareContext = createContext<ShareContextValue | undefined>(undefined)

export function useShare(): ShareContextValue {
  const value = use(ShareContext)
  if (!value) throw new Error('This component belongs inside the share dialog.')
  return value
}
