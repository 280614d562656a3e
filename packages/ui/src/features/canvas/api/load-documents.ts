import { upsertDocumentsInternally } from '@chatwright/contract'
import { useMutation } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

/** Reads the documents of a stored flow into its vector store. */
export function useLoadDocuments(id: string | undefined) {
  return useMutation({ mutationFn: () => call(upsertDocumentsInternally, { params: { id: id ?? '' }, body: {} }) })
}
