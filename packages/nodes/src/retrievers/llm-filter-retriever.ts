import { anchor, defineNode, type Retriever, type Run, type ScoredDocument } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { checkCanWrite } from './needs-language-model.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

const NOTHING = 'NO_OUTPUT'

export default defineNode({
  name: 'llmFilterRetriever',
  label: 'LLM Filter Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Extracts the relevant part of each document with a model.',
  icon: 'filter.svg',
  baseClasses: ['LLMFilterRetriever', 'BaseRetriever'],
  inputs: {
    baseRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    query: queryInput,
  },
  outputs: retrieverOutputs('LLMFilterRetriever', 'LLM Filter Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request }) {
    const model = checkCanWrite(inputs.model)
    const pick = async (query: string, document: ScoredDocument, run: Run): Promise<ScoredDocument[]> => {
      const content = `Copy from the text below, word for word, the parts that help to answer the question. If nothing in it helps, write ${NOTHING} and nothing else.\n\nQuestion: ${query}\n\nText:\n${document.pageContent}`
      const picked = (await complete(model, { messages: [{ role: 'user', content }] }, run)).trim()
      return picked === '' || picked.includes(NOTHING) ? [] : [{ ...document, pageContent: picked }]
    }
    const retriever: Retriever = {
      kind: 'retriever',
      async retrieve(query, run, options) {
        const documents = await inputs.baseRetriever.retrieve(query, run, options)
        return (await Promise.all(documents.map((document) => pick(query, document, run)))).flat()
      },
    }
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
