import type { Drawing } from './store-flow.ts'

const DOCUMENT = `The windows of the greenhouse open by themselves when it is warmer than 27 degrees inside.

Tomatoes are watered twice a day. Cactuses are watered once a month.
`

/** Stores a file and draws the flow that the first page draws around it. */
export async function documentFlow(serverUrl: string): Promise<Drawing> {
  const form = new FormData()
  form.append('file', new Blob([DOCUMENT], { type: 'text/plain' }), 'greenhouse.txt')
  const response = await fetch(`${serverUrl}/api/v1/files`, { method: 'POST', body: form })
  const { reference } = (await response.json()) as { reference: string }
  return {
    name: 'Chat with greenhouse',
    nodes: {
      markdownTextSplitter: { chunkSize: 220, chunkOverlap: 40, splitByHeaders: 'h6' },
      fileLoader: { file: reference },
      builtInEmbeddings: {},
      builtInVectorStore: {},
      builtInAnswerer: {},
      conversationalRetrievalQAChain: { returnSourceDocuments: true },
    },
    links: [
      { from: 'markdownTextSplitter', to: 'fileLoader', input: 'textSplitter' },
      { from: 'fileLoader', to: 'builtInVectorStore', input: 'document' },
      { from: 'builtInEmbeddings', to: 'builtInVectorStore', input: 'embeddings' },
      { from: 'builtInVectorStore', to: 'conversationalRetrievalQAChain', input: 'vectorStoreRetriever' },
      { from: 'builtInAnswerer', to: 'conversationalRetrievalQAChain', input: 'model' },
    ],
  }
}
