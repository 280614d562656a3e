import type { KnowledgeStore } from '@chatwright/contract'

/** How a store is, as it is told: one that was read in vain is not one that was never read. */
export function shownStatus({
  status,
  loaders,
  totalChunks,
}: Pick<KnowledgeStore, 'status' | 'loaders' | 'totalChunks'>): KnowledgeStore['status'] | 'UNREAD' {
  const isInVain = totalChunks === 0 && loaders.some(({ failures }) => failures.length > 0)
  return status === 'STALE' && isInVain ? 'UNREAD' : status
}
