import { anchor, defineNode, number, options } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { rerankingRetriever } from './rerank.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

const Ranked = z.object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })

export default defineNode({
  name: 'JinaRerankRetriever',
  label: 'Jina AI Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Lets a Jina AI model put the documents found in order, the most helpful first.',
  icon: 'jina.svg',
  baseClasses: ['JinaRerankRetriever', 'BaseRetriever'],
  credential: ['jinaAIApi'],
  documentation: 'https://jina.ai/reranker',
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    model: options({
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
    topN: number({
      label: 'Top N',
      description: 'How many documents to keep.',
      default: 4,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  outputs: retrieverOutputs('JinaRerankRetriever', 'Jina AI Rerank Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request, credential, context }) {
    const retriever = rerankingRetriever(inputs.baseRetriever, {
      topK: inputs.topN,
      async rank(query, documents, { signal }) {
        const { results } = await requestJson(
          {
            fetch: context.fetch,
            service: 'Jina AI',
            url: 'https://api.jina.ai/v1/rerank',
            method: 'POST',
            headers: { authorization: `Bearer ${credential.jinaAIAPIKey ?? ''}` },
            body: { model: inputs.model, query, documents, top_n: inputs.topN },
            signal,
          },
          Ranked,
        )
        return results.map(({ index, relevance_score }) => ({ index, score: relevance_score }))
      },
    })
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
