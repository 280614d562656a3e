import { anchor, defineNode, options } from '@chatwright/core'
import { keptDocuments, rankByService } from './rerank-service.ts'
import { rerankingRetriever } from './rerank.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

export default defineNode({
  name: 'JinaRerankRetriever',
  label: 'Jina AI Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Reranks search results with a Jina AI model.',
  icon: 'jina.svg',
  baseClasses: ['JinaRerankRetriever', 'BaseRetriever'],
  credential: ['jinaAIApi'],
  documentation: 'https://jina.ai/reranker',
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    model: options({
      destination: false,
      label: 'Model Name',
      options: [
        { label: 'Reranker v2, multilingual', name: 'jina-reranker-v2-base-multilingual' },
        { label: 'Reranker m0', name: 'jina-reranker-m0' },
        { label: 'ColBERT v2', name: 'jina-colbert-v2' },
      ],
      default: 'jina-reranker-v2-base-multilingual',
      optional: true,
    }),
    query: queryInput,
    topN: keptDocuments('Top N'),
  },
  outputs: retrieverOutputs('JinaRerankRetriever', 'Jina AI Rerank Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request, credential, context }) {
    const retriever = rerankingRetriever(inputs.baseRetriever, {
      topK: inputs.topN,
      rank: rankByService({
        fetch: context.fetch,
        service: 'Jina AI',
        url: 'https://api.jina.ai/v1/rerank',
        apiKey: credential.jinaAIAPIKey,
        settings: { model: inputs.model, top_n: inputs.topN },
        list: 'results',
      }),
    })
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
