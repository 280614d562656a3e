import { anchor, boolean, defineNode, type Chat, type Retriever } from '@chatwright/core'
import { streamAnswer } from '../model-values/stream-answer.ts'
import { answerFromDocuments, sourcesOf } from './answer-from-documents.ts'
import { chooseRoute, type Route } from './choose-route.ts'
import { inputModeration, moderatedChat } from './moderation.ts'

export default defineNode({
  name: 'multiRetrievalQAChain',
  label: 'Multi Retrieval QA Chain',
  version: 2,
  category: 'Chains',
  description: 'Picks the best knowledge base for each question and answers from it.',
  icon: 'router-chain.svg',
  baseClasses: ['MultiRetrievalQAChain', 'MultiRouteChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    vectorStoreRetriever: anchor('VectorStoreRetriever', {
      label: 'Retrievers',
      list: true,
      description: 'Vector Store Retriever nodes. The model picks one by its name and description.',
    }),
    returnSourceDocuments: boolean({
      destination: false,
      label: 'Return source documents',
      optional: true,
      description: 'Show the documents that the answer is based on.',
    }),
    inputModeration,
  },
  build({ inputs }): Chat {
    const { model } = inputs
    const routes = inputs.vectorStoreRetriever.map(named)
    return moderatedChat(inputs.inputModeration, async function* ({ question }, run) {
      const route = await chooseRoute({ model, question, routes }, run)
      if (!route) {
        yield* streamAnswer(model, { messages: [{ role: 'user', content: question }] }, run)
        return
      }
      const documents = await route.retriever.retrieve(question, run)
      yield* answerFromDocuments({ model, question, documents }, run)
      if (inputs.returnSourceDocuments)
        yield { type: 'source-documents', documents: sourcesOf({ model, question, documents }) }
    })
  },
})

/** A store connected directly has no name of its own to choose it by. */
function named(retriever: Retriever & Partial<Route>, index: number): Route & { retriever: Retriever } {
  return {
    retriever,
    name: retriever.name ?? `store ${index + 1}`,
    description: retriever.description ?? 'A vector store to search.',
  }
}
