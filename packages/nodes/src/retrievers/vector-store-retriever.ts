import { anchor, defineNode, string, type Retriever } from '@chatwright/core'

export default defineNode({
  name: 'vectorStoreRetriever',
  label: 'Vector Store Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Names and describes a vector store, so chains can choose among several.',
  icon: 'retriever.svg',
  baseClasses: ['VectorStoreRetriever'],
  inputs: {
    vectorStore: anchor('VectorStore', { label: 'Vector store' }),
    name: string({
      destination: false,
      label: 'Name',
      placeholder: 'netflix movies',
      description: 'A short name for the prompt.',
    }),
    description: string({
      destination: false,
      label: 'Description',
      rows: 3,
      placeholder: 'Good for questions about films',
      description: 'When to search this store.',
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
