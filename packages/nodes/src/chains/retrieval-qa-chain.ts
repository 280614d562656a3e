import { anchor, defineNode, type Chat } from '@chatwright/core'
import { answerFromDocuments } from './answer-from-documents.ts'
import { inputModeration, moderatedChat } from './moderation.ts'

export default defineNode({
  name: 'retrievalQAChain',
  label: 'Retrieval QA Chain',
  version: 2,
  category: 'Chains',
  description: 'Answers each question from your documents, without memory.',
  icon: 'retrieval-chain.svg',
  baseClasses: ['RetrievalQAChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  aliases: [{ name: 'queryEngine' }],
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    vectorStoreRetriever: anchor('BaseRetriever', { label: 'Retriever' }),
    inputModeration,
  },
  build({ inputs: { model, vectorStoreRetriever: retriever, inputModeration: moderation } }): Chat {
    return moderatedChat(moderation, async function* ({ question }, run) {
      const documents = await retriever.retrieve(question, run)
      yield* answerFromDocuments({ model, question, documents }, run)
    })
  },
})
