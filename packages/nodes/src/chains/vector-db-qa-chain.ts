import { anchor, defineNode, type Chat } from '@chatwright/core'
import { answerFromDocuments } from './answer-from-documents.ts'
import { inputModeration, moderatedChat } from './moderation.ts'

export default defineNode({
  name: 'vectorDBQAChain',
  label: 'VectorDB QA Chain',
  version: 2,
  category: 'Chains',
  description: 'Answers each question from the documents in a vector store.',
  icon: 'retrieval-chain.svg',
  baseClasses: ['VectorDBQAChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    vectorStore: anchor('VectorStore', { label: 'Vector store' }),
    inputModeration,
  },
  build({ inputs: { model, vectorStore, inputModeration: moderation } }): Chat {
    return moderatedChat(moderation, async function* ({ question }, run) {
      const documents = await vectorStore.search(question, run)
      yield* answerFromDocuments({ model, question, documents }, run)
    })
  },
})
