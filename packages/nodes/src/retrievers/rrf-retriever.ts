import { anchor, defineNode, number, type Retriever } from '@chatwright/core'
import { fuseByRank } from '../vector-stores/fuse-by-rank.ts'
import { checkCanWrite } from './needs-language-model.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'
import { DEFAULT_QUERY_PROMPT, writeQueries } from './write-queries.ts'

export default defineNode({
  name: 'RRFRetriever',
  label: 'Reciprocal Rank Fusion Retriever',
  version: 2,
  category: 'Retrievers',
  description: 'Searches with several versions of the question and combines the rankings.',
  icon: 'rank-fusion.svg',
  baseClasses: ['RRFRetriever', 'BaseRetriever'],
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    query: queryInput,
    queryCount: number({
      destination: false,
      label: 'Query Count',
      description: 'The number of extra versions to search with.',
      default: 4,
      min: 1,
      max: 10,
      step: 1,
      optional: true,
      additional: true,
    }),
    topK: number({
      destination: false,
      label: 'Top K',
      description: 'The maximum number of documents. Leave empty to return all.',
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
    c: number({
      destination: false,
      label: 'Constant',
      description: 'The rank constant. A larger value gives top results less weight.',
      default: 60,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  outputs: retrieverOutputs('RRFRetriever', 'Reciprocal Rank Fusion Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request }) {
    const model = checkCanWrite(inputs.model)
    const retriever: Retriever = {
      kind: 'retriever',
      async retrieve(question, run, options) {
        const queries = await writeQueries(
          model,
          { question, count: inputs.queryCount, prompt: DEFAULT_QUERY_PROMPT },
          run,
        )
        const rankings = await Promise.all(queries.map((query) => inputs.baseRetriever.retrieve(query, run, options)))
        return fuseByRank(rankings, inputs.c).slice(0, options?.k ?? inputs.topK)
      },
    }
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
