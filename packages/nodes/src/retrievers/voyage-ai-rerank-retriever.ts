import { anchor, defineNode, options } from '@chatwright/core'
import { keptDocuments, rankByService } from './rerank-service.ts'
import { rerankingRetriever } from './rerank.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

export default defineNode({
  name: 'voyageAIRerankRetriever',
  label: 'Voyage AI Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Reranks search results with a Voyage AI model.',
  icon: 'voyage.svg',
  baseClasses: ['VoyageAIRerankRetriever', 'BaseRetriever'],
  credential: ['voyageAIApi'],
  documentation: 'https://docs.voyageai.com/docs/reranker',
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    model: options({
      destination: false,
      label: 'Model Name',
      options: [
        { label: 'Rerank 2.5', name: 'rerank-2.5' },
        { label: 'Rerank 2.5 lite', name: 'rerank-2.5-lite' },
        { label: 'Rerank 2', name: 'rerank-2' },
        { label: 'Rerank 2 lite', name: 'rerank-2-lite' },
        { label: 'Rerank lite 1', name: 'rerank-lite-1' },
        { label: 'Rerank 1', name: 'rerank-1' },
      ],
      default: 'rerank-2',
      optional: true,
    }),
    query: queryInput,
    topK: keptDocuments('Top K'),
  },
  outputs: retrieverOutputs('VoyageAIRerankRetriever', 'Voyage AI Rerank Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request, credential, context }) {
    const retriever = rerankingRetriever(inputs.baseRetriever, {
      topK: inputs.topK,
      rank: rankByService({
        fetch: context.fetch,
        service: 'Voyage AI',
        url: 'https://api.voyageai.com/v1/rerank',
        apiKey: credential.apiKey,
        settings: { model: inputs.model, top_k: inputs.topK },
        list: 'data',
      }),
    })
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
