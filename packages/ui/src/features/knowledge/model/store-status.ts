import type { KnowledgeStore } from '@chatwright/contract'

/** How a store is, as it is told: one that was read in vain, or of which a part is loaded, is not one that was never read. */
export function shownStatus({
  status,
  loaders,
  totalChunks,
}: Pick<KnowledgeStore, 'status' | 'loaders' | 'totalChunks'>): KnowledgeStore['status'] | 'UNREAD' | 'PARTLY' {
  if (status !== 'STALE') return status
  if (totalChunks > 0) return 'PARTLY'
  return loaders.some(({ failures }) => failures.length > 0) ? 'UNREAD' : status
}
