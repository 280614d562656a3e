import type { Flow, NodeDescription } from '@chatwright/core'

import { drawFlow } from '../../../lib/draw-flow.ts'

/** A flow that answers from a knowledge base, without a key. Throws when this server lacks a part of it. */
export function storeFlow(catalogue: readonly NodeDescription[], storeId: string): Flow {
  return drawFlow(catalogue, [
    {
      do: 'add',
      node: 'documentStoreVS',
      id: 'documentStoreVS_0',
      at: { x: 0, y: 150 },
      inputs: { selectedStore: storeId },
    },
    { do: 'add', node: 'builtInAnswerer', id: 'builtInAnswerer_0', at: { x: 0, y: 0 } },
    {
      do: 'add',
      node: 'conversationalRetrievalQAChain',
      id: 'conversationalRetrievalQAChain_0',
      at: { x: 320, y: 60 },
      inputs: { returnSourceDocuments: true },
    },
    { do: 'connect', from: 'documentStoreVS_0', to: 'conversationalRetrievalQAChain_0.vectorStoreRetriever' },
    { do: 'connect', from: 'builtInAnswerer_0', to: 'conversationalRetrievalQAChain_0.model' },
  ])
}
