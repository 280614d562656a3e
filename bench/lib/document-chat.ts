import { storeFlow } from './store-flow.ts'

const text = Array.from(
  { length: 40 },
  (_, i) =>
    `Paragraph ${i}. The greenhouse may get as warm as ${20 + i} degrees before the windows open by themselves.`,
).join('\n\n')

/** Stores a chat about a text that needs no key: embeddings, search and answers are all done by the product. */
export function createDocumentChat(serverUrl: string): Promise<string> {
  return storeFlow(serverUrl, {
    name: 'Document chat',
    nodes: {
      plainText: { text },
      builtInEmbeddings: {},
      memoryVectorStore: {},
      builtInAnswerer: {},
      conversationalRetrievalQAChain: {},
    },
    links: [
      { from: 'plainText', to: 'memoryVectorStore', input: 'document' },
      { from: 'builtInEmbeddings', to: 'memoryVectorStore', input: 'embeddings' },
      { from: 'memoryVectorStore', to: 'conversationalRetrievalQAChain', input: 'vectorStoreRetriever' },
      { from: 'builtInAnswerer', to: 'conversationalRetrievalQAChain', input: 'model' },
    ],
  })
}
