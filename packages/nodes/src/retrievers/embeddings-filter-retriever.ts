import { anchor, defineNode, number, type Retriever } from '@chatwright/core'
import { cosineSimilarity } from '../vector-stores/cosine-similarity.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

export default defineNode({
  name: 'embeddingsFilterRetriever',
  label: 'Embeddings Filter Retriever',
  version: 1,
  category: 'Retrievers',
  description: "Drops documents that aren't similar enough to the question.",
  icon: 'filter.svg',
  baseClasses: ['EmbeddingsFilterRetriever', 'BaseRetriever'],
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    embeddings: anchor('Embeddings', { label: 'Embeddings' }),
    query: queryInput,
    similarityThreshold: number({
      destination: false,
      label: 'Similarity Threshold',
      description: 'The minimum similarity, from 0 to 1. Enter 0 to use K only.',
      default: 0.8,
      min: 0,
      max: 1,
      step: 0.1,
      optional: true,
    }),
    k: number({
      destination: false,
      label: 'K',
      description: 'The maximum number of documents.',
      default: 20,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  outputs: retrieverOutputs('EmbeddingsFilterRetriever', 'Embeddings Filter Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request }) {
    const { baseRetriever, embeddings, similarityThreshold, k } = inputs
    const retriever: Retriever = {
      kind: 'retriever',
      async retrieve(query, run, options) {
        const documents = await baseRetriever.retrieve(query, run, options)
        const [asked, vectors] = await Promise.all([
          embeddings.embedQuery(query, run),
          embeddings.embedDocuments(
            documents.map((document) => document.pageContent),
            run,
          ),
        ])
        return documents
          .map((document, index) => ({ ...document, score: cosineSimilarity(asked, vectors[index] ?? []) }))
          .filter(({ score }) => score >= similarityThreshold)
          .sort((a, b) => b.score - a.score)
          .slice(0, k)
      },
    }
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
