import { isNodeValue, type Retriever, type Toolkit, type ValueKind } from '@chatwright/core'

/** A value that stands in for one of a wanted kind is made into one. Any other passes as it is. */
export function adaptValue(value: unknown, wanted: readonly ValueKind[]): unknown {
  if (wanted.length === 0 || !isNodeValue(value) || wanted.includes(value.kind)) return value
  // The node of a store hands on the store whichever output is chosen.
  if (value.kind === 'vector-store' && wanted.includes('retriever')) {
    const retriever: Retriever = {
      kind: 'retriever',
      retrieve: (query, run, options) => value.search(query, run, options),
    }
    return retriever
  }
  if (value.kind === 'tool' && wanted.includes('toolkit')) {
    const toolkit: Toolkit = { kind: 'toolkit', tools: async () => [value] }
    return toolkit
  }
  return value
}
