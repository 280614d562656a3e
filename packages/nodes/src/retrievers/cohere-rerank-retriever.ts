import { anchor, defineNode, options } from '@chatwright/core'
import { keptDocuments, rankByService } from './rerank-service.ts'
import { rerankingRetriever } from './rerank.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

export default defineNode({
  name: 'cohereRerankRetriever',
  label: 'Cohere Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Reranks search results with a Cohere model.',
  icon: 'cohere.svg',
  keywords: ['rerank', 'reranker'],
  baseClasses: ['CohereRerankRetriever', 'BaseRetriever'],
  credential: ['cohereApi'],
  documentation: 'https://docs.cohere.com/docs/rerank',
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    model: options({
      destination: false,
      label: 'Model Name',
      options: [
        { label: 'Rerank 3.5', name: 'rerank-v3.5' },
        { label: 'Rerank English 3.0', name: 'rerank-english-v3.0' },
        { label: 'Rerank Multilingual 3.0', name: 'rerank-multilingual-v3.0' },
        { label: 'Rerank English 2.0', name: 'rerank-english-v2.0' },
        { label: 'Rerank Multilingual 2.0', name: 'rerank-multilingual-v2.0' },
      ],
      default: 'rerank-v3.5',
      optional: true,
    }),
    query: queryInput,
    topK: keptDocuments('Top K'),
  },
  outputs: retrieverOutputs('CohereRerankRetriever', 'Cohere Rerank Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request, credential, context }) {
    const retriever = rerankingRetriever(inputs.baseRetriever, {
      topK: inputs.topK,
      rank: rankByService({
        fetch: context.fetch,
        service: 'Cohere',
        url: 'https://api.cohere.com/v2/rerank',
        apiKey: credential.cohereApiKey,
        settings: { model: inputs.model, top_n: inputs.topK },
        list: 'results',
      }),
    })
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
