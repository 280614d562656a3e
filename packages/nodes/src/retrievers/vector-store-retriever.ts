import { anchor, defineNode, string, type Retriever } from '@chatwright/core'

export default defineNode({
  name: 'vectorStoreRetriever',
  label: 'Vector Store Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'A vector store with a name and a description, for chains that choose among several.',
  icon: 'retriever.svg',
  baseClasses: ['VectorStoreRetriever'],
  inputs: {
    vectorStore: anchor('VectorStore', { label: 'Vector store' }),
    name: string({
      destination: false,
      label: 'Name',
      placeholder: 'netflix movies',
      description: 'A short name to choose it by.',
    }),
    description: string({
      destination: false,
      label: 'Description',
      rows: 3,
      placeholder: 'Good for questions about films',
      description: 'When this store is the right one.',
    }),
  },
  example: { name: 'films', description: 'Questions about films' },
  build({ inputs: { vectorStore, name, description } }): Retriever & { name: string; description: string } {
    return {
      kind: 'retriever',
      name,
      description,
      retrieve: (query, run, options) => vectorStore.search(query, run, options),
    }
  },
})
