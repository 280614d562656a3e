import { setInput, STORED_FILE_PREFIX } from '@chatwright/core'
import type { Flow, NodeDescription } from '@chatwright/core'

import { drawFlow } from './draw-flow.ts'

/** What "chat with a document" is made of, where “Tidy up” puts it; none of it needs a key. */
const parts = [
  { name: 'markdownTextSplitter', position: { x: 0, y: 2 } },
  { name: 'fileLoader', position: { x: 396, y: 0 } },
  { name: 'builtInEmbeddings', position: { x: 396, y: 272 } },
  { name: 'builtInVectorStore', position: { x: 792, y: 246 } },
  { name: 'builtInAnswerer', position: { x: 792, y: 74 } },
  { name: 'conversationalRetrievalQAChain', position: { x: 1188, y: 191 } },
]

const joins = [
  { from: 'markdownTextSplitter', to: 'fileLoader', input: 'textSplitter' },
  { from: 'fileLoader', to: 'builtInVectorStore', input: 'document' },
  { from: 'builtInEmbeddings', to: 'builtInVectorStore', input: 'embeddings' },
  { from: 'builtInVectorStore', to: 'conversationalRetrievalQAChain', input: 'vectorStoreRetriever' },
  { from: 'builtInAnswerer', to: 'conversationalRetrievalQAChain', input: 'model' },
]

/**
 * Measured on a page about several things: in passages of 400 characters and more, one question of two stays below the
 * answerer's floor; in passages of 200 all are found, twice as near as anything that is not there.
 */
const PASSAGE = { chunkSize: 220, chunkOverlap: 40 }

/** A flow that answers from stored files. Throws when this server lacks a part of it. */
export function documentFlow(catalogue: readonly NodeDescription[], fileIds: readonly string[]): Flow {
  const settings = [
    setInput('markdownTextSplitter_0', 'chunkSize', PASSAGE.chunkSize),
    setInput('markdownTextSplitter_0', 'chunkOverlap', PASSAGE.chunkOverlap),
    // Of a text with headings, a passage that keeps its own is found more often.
    setInput('markdownTextSplitter_0', 'splitByHeaders', 'h6'),
    setInput('conversationalRetrievalQAChain_0', 'returnSourceDocuments', true),
    setInput('fileLoader_0', 'file', STORED_FILE_PREFIX + JSON.stringify(fileIds)),
  ]
  return settings.reduce((flow, set) => set(flow), drawFlow(catalogue, { parts, joins }))
}
