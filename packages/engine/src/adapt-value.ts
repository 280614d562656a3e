import type { Retriever } from '@chatwright/core'
import { isNodeValue } from './instrument.ts'

const RETRIEVER_CLASSES: ReadonlySet<string> = new Set(['BaseRetriever', 'VectorStoreRetriever'])

/** A vector store stands in for a retriever: its node hands on the store whichever output is chosen. */
export function adaptValue(value: unknown, wantedClass: string): unknown {
  if (!RETRIEVER_CLASSES.has(wantedClass) || !isNodeValue(value) || value.kind !== 'vector-store') return value
  const retriever: Retriever = {
    kind: 'retriever',
    retrieve: (query, run, options) => value.search(query, run, options),
  }
  return retriever
}
