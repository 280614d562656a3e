import { anchor, defineNode, type Chat } from '@chatwright/core'
import { answerFromDocuments } from './answer-from-documents.ts'
import { inputModeration, refusalOf } from './moderation.ts'

export default defineNode({
  name: 'vectorDBQAChain',
  label: 'VectorDB QA Chain',
  version: 2,
  category: 'Chains',
  description: 'Answers each question from the documents of a vector store.',
  icon: 'retrieval-chain.svg',
  baseClasses: ['VectorDBQAChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    vectorStore: anchor('VectorStore', { label: 'Vector store' }),
    inputModeration,
  },
  build({ inputs: { model, vectorStore, inputModeration: moderation } }): Chat {
    return {
      kind: 'chat',
      async *answer({ question }, run) {
        const refusal = await refusalOf(moderation, question, run)
        if (refusal !== undefined) {
          yield { type: 'token', text: refusal }
          return
        }
        const documents = await vectorStore.search(question, run)
        yield* answerFromDocuments({ model, question, documents }, run)
      },
    }
  },
})
