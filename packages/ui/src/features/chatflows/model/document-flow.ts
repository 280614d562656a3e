import { STORED_FILE_PREFIX } from '@chatwright/core'
import type { Edit, Flow, NodeDescription } from '@chatwright/core'

import { drawFlow } from '../../../lib/draw-flow.ts'

/**
 * Measured on a page about several things: in passages of 400 characters and more, one question of two stays below the
 * answerer's floor; in passages of 200 all are found, twice as near as anything that is not there. Of a text with
 * headings, a passage that keeps its own is found more often.
 */
const PASSAGES = { chunkSize: 220, chunkOverlap: 40, splitByHeaders: 'h6' }

/** A flow that answers from stored files. Throws when this server lacks a part of it. */
export function documentFlow(catalogue: readonly NodeDescription[], fileIds: readonly string[]): Flow {
  const file = STORED_FILE_PREFIX + JSON.stringify(fileIds)
  return drawFlow(catalogue, [
    // Where “Tidy up” puts it; none of it needs a key.
    add('markdownTextSplitter', [0, 0], PASSAGES),
    add('fileLoader', [320, 24], { file }),
    add('builtInEmbeddings', [320, 156]),
    add('builtInVectorStore', [640, 186]),
    add('builtInAnswerer', [640, 54]),
    add('conversationalRetrievalQAChain', [960, 102], { returnSourceDocuments: true }),
    { do: 'connect', from: 'markdownTextSplitter_0', to: 'fileLoader_0.textSplitter' },
    { do: 'connect', from: 'fileLoader_0', to: 'builtInVectorStore_0.document' },
    { do: 'connect', from: 'builtInEmbeddings_0', to: 'builtInVectorStore_0.embeddings' },
    { do: 'connect', from: 'builtInVectorStore_0', to: 'conversationalRetrievalQAChain_0.vectorStoreRetriever' },
    { do: 'connect', from: 'builtInAnswerer_0', to: 'conversationalRetrievalQAChain_0.model' },
  ])
}

function add(node: string, [x, y]: readonly [number, number], inputs?: Readonly<Record<string, unknown>>): Edit {
  return { do: 'add', node, id: `${node}_0`, at: { x, y }, inputs }
}
