import { anchor, defineNode, number, type Retriever, type ScoredDocument } from '@chatwright/core'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

export default defineNode({
  name: 'similarityThresholdRetriever',
  label: 'Similarity Score Threshold Retriever',
  version: 2,
  category: 'Retrievers',
  description: 'Finds all documents above a minimum similarity.',
  icon: 'threshold.svg',
  baseClasses: ['SimilarityThresholdRetriever', 'BaseRetriever'],
  inputs: {
    vectorStore: anchor('VectorStore', { label: 'Vector Store' }),
    query: queryInput,
    minSimilarityScore: number({
      destination: false,
      label: 'Minimum Similarity Score (%)',
      description: 'The minimum similarity of a document.',
      default: 80,
      min: 0,
      max: 100,
      step: 1,
    }),
    maxK: number({
      destination: false,
      label: 'Max K',
      description: 'The maximum number of documents.',
      default: 20,
      min: 1,
      step: 1,
      additional: true,
    }),
    kIncrement: number({
      destination: false,
      label: 'K Increment',
      description: 'How many more documents to fetch while all of them are similar enough.',
      default: 2,
      min: 1,
      step: 1,
      additional: true,
    }),
  },
  outputs: retrieverOutputs('SimilarityThresholdRetriever', 'Similarity Threshold Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request }) {
    const { vectorStore, maxK, kIncrement } = inputs
    const least = inputs.minSimilarityScore / 100
    const retriever: Retriever = {
      kind: 'retriever',
      async retrieve(query, run, options) {
        const vector = await vectorStore.embeddings.embedQuery(query, run)
        const most = options?.k ?? maxK
        let enough: ScoredDocument[] = []
        for (let k = Math.min(kIncrement, most); ; k = Math.min(k + kIncrement, most)) {
          const found = await vectorStore.searchByVector(vector, run, { ...options, k })
          enough = found.filter((document) => (document.score ?? 1) >= least)
          // Fewer than asked for, or one too far away: there is no more to find.
          if (enough.length < k || k === most) return enough.slice(0, most)
        }
      },
    }
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
