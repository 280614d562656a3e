import type { KnowledgeCheck } from '@chatwright/contract'

export const CHANGES = ['added', 'changed', 'gone'] as const
export type Change = (typeof CHANGES)[number]

/** How many documents are named of each kind; the others are counted. */
const MOST_NAMED = 10

/** Which documents a load would add, change and take away; kinds of which there are none are left out. */
export function namedChanges({
  sources,
}: Pick<KnowledgeCheck, 'sources'>): { change: Change; names: string; more: number }[] {
  return CHANGES.flatMap((change) => {
    const documents = sources.flatMap((source) => source[change])
    const names = documents.slice(0, MOST_NAMED).join(', ')
    return documents.length === 0 ? [] : [{ change, names, more: documents.length - MOST_NAMED }]
  })
}
