import { anchor, defineNode, number, options, string, type Retriever } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { checkCanWrite } from './needs-language-model.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

const PROMPTS = {
  websearch: 'Write a passage that answers the question.\nQuestion: {question}\nPassage:',
  scifact: 'Write a passage of a scientific paper that supports or refutes the claim.\nClaim: {question}\nPassage:',
  arguana: 'Write an argument against the passage.\nPassage: {question}\nCounter argument:',
  treccovid: 'Write a passage of a scientific paper that answers the question.\nQuestion: {question}\nPassage:',
  fiqa: 'Write a passage of a financial article that answers the question.\nQuestion: {question}\nPassage:',
  dbpedianer: 'Write a passage of an encyclopedia that answers the question.\nQuestion: {question}\nPassage:',
  trecnews: 'Write a passage of a news article about the topic.\nTopic: {question}\nPassage:',
  mrtydi: 'Write a passage in the language of the question that answers it.\nQuestion: {question}\nPassage:',
} as const

export default defineNode({
  name: 'HydeRetriever',
  label: 'HyDE Retriever',
  version: 3,
  category: 'Retrievers',
  description: 'Writes a hypothetical answer with a model and searches for similar documents. This often finds more.',
  icon: 'hyde.svg',
  baseClasses: ['HydeRetriever', 'BaseRetriever'],
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    vectorStore: anchor('VectorStore', { label: 'Vector Store' }),
    query: queryInput,
    promptKey: options({
      destination: false,
      label: 'Select Defined Prompt',
      description: 'The type of text to imagine.',
      options: [
        { label: 'Web page', name: 'websearch' },
        { label: 'Scientific claim', name: 'scifact' },
        { label: 'Counter argument', name: 'arguana' },
        { label: 'Scientific paper', name: 'treccovid' },
        { label: 'Financial article', name: 'fiqa' },
        { label: 'Encyclopedia', name: 'dbpedianer' },
        { label: 'News article', name: 'trecnews' },
        { label: 'In the language of the question', name: 'mrtydi' },
      ],
      default: 'websearch',
    }),
    customPrompt: string({
      destination: false,
      label: 'Custom Prompt',
      description: 'Replaces the prompt above. {question} is replaced with the question.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    topK: number({
      destination: false,
      label: 'Top K',
      description: 'The number of documents to find.',
      default: 4,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  outputs: retrieverOutputs('HydeRetriever', 'HyDE Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request }) {
    const model = checkCanWrite(inputs.model)
    const prompt = inputs.customPrompt || PROMPTS[inputs.promptKey]
    const retriever: Retriever = {
      kind: 'retriever',
      async retrieve(query, run, given) {
        const content = prompt.replaceAll('{question}', () => query)
        const imagined = await complete(model, { messages: [{ role: 'user', content }] }, run)
        return inputs.vectorStore.search(imagined.trim() || query, run, { k: inputs.topK, ...given })
      },
    }
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
