import { anchor, defineNode, number, options } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { rerankingRetriever } from './rerank.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

const Ranked = z.object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })

export default defineNode({
  name: 'cohereRerankRetriever',
  label: 'Cohere Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Lets a Cohere model put the documents found in order, the most helpful first.',
  icon: 'cohere.svg',
  baseClasses: ['CohereRerankRetriever', 'BaseRetriever'],
  credential: ['cohereApi'],
  documentation: 'https://docs.cohere.com/docs/rerank',
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    model: options({
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
    topK: number({
      label: 'Top K',
      description: 'How many documents to keep.',
      default: 4,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  outputs: retrieverOutputs('CohereRerankRetriever', 'Cohere Rerank Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request, credential, context }) {
    const retriever = rerankingRetriever(inputs.baseRetriever, {
      topK: inputs.topK,
      async rank(query, documents, { signal }) {
        const { results } = await requestJson(
          {
            fetch: context.fetch,
            service: 'Cohere',
            url: 'https://api.cohere.com/v2/rerank',
            method: 'POST',
            headers: { authorization: `Bearer ${credential.cohereApiKey ?? ''}` },
            body: { model: inputs.model, query, documents, top_n: inputs.topK },
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
