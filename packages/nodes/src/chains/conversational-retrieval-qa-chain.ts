import { anchor, boolean, defineNode, options, string, type Chat } from '@chatwright/core'
import { loadHistory } from '../memory/chat-history.ts'
import { userMessage } from '../model-values/user-message.ts'
import { answerFromDocuments, defaultInstructions, sourcesOf } from './answer-from-documents.ts'
import { inputModeration, moderatedChat } from './moderation.ts'
import { defaultRephrasePrompt, standaloneQuestion } from './standalone-question.ts'

export default defineNode({
  name: 'conversationalRetrievalQAChain',
  label: 'Conversational Retrieval QA Chain',
  version: 3,
  category: 'Chains',
  description: 'Answers questions from your documents in a conversation.',
  icon: 'retrieval-chain.svg',
  keywords: ['rag', 'qa', 'ask documents', 'chat with documents', 'knowledge', 'question answering', 'citations'],
  baseClasses: ['ConversationalRetrievalQAChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  aliases: [{ name: 'contextChatEngine' }],
  inputs: {
    model: anchor('BaseChatModel', { label: 'Chat model' }),
    vectorStoreRetriever: anchor('BaseRetriever', { label: 'Retriever' }),
    memory: anchor('BaseMemory', {
      label: 'Memory',
      optional: true,
      description: "Remembers the conversation. If nothing is connected, the chat's stored messages are used.",
    }),
    inputModeration,
    returnSourceDocuments: boolean({
      destination: false,
      label: 'Return source documents',
      optional: true,
      description: 'Show the documents that the answer is based on.',
    }),
    rephrasePrompt: string({
      destination: false,
      isTemplate: true,
      label: 'Rephrase prompt',
      rows: 4,
      optional: true,
      additional: true,
      default: defaultRephrasePrompt,
      description: 'Turns a follow-up into a standalone question. Available variables: {chat_history} and {question}.',
    }),
    responsePrompt: string({
      destination: false,
      isTemplate: true,
      matters: 1,
      label: 'Response prompt',
      rows: 4,
      optional: true,
      additional: true,
      placeholder: defaultInstructions,
      description: 'Tells the model how to answer. {context} is replaced with the documents.',
    }),
    systemMessagePrompt: string({
      destination: false,
      isTemplate: true,
      label: 'System message',
      rows: 4,
      optional: true,
      additional: true,
      description: 'The older response prompt. Used only when Response Prompt is empty.',
    }),
    chainOption: options({
      destination: false,
      label: 'How to read',
      optional: true,
      additional: true,
      default: 'stuff',
      options: [
        { label: 'All at once', name: 'stuff', description: 'Sends all documents in one request.' },
        {
          label: 'Each, then together',
          name: 'map_reduce',
          description: 'Summarizes each document first. Use it for documents too long for one request.',
        },
        {
          label: 'One after the other',
          name: 'refine',
          description: 'Improves the answer with each document in turn.',
        },
      ],
    }),
  },
  build({ inputs, context }): Chat {
    const { model, vectorStoreRetriever: retriever, memory } = inputs
    return moderatedChat(inputs.inputModeration, async function* (turn, run) {
      const history = await (memory ? memory.load(run) : loadHistory(context, run, {}))
      const question = await standaloneQuestion(
        { model, question: turn.question, history, prompt: inputs.rephrasePrompt },
        run,
      )
      const documents = await retriever.retrieve(question, run)
      const answer = yield* answerFromDocuments(
        {
          model,
          question,
          documents,
          history,
          instructions: inputs.responsePrompt ?? inputs.systemMessagePrompt,
          reading: inputs.chainOption,
          userMessage: userMessage(question, turn, model),
        },
        run,
      )
      if (inputs.returnSourceDocuments)
        yield { type: 'source-documents', documents: sourcesOf({ model, question, documents }) }
      await memory?.save({ question: turn.question, answer }, run)
    })
  },
})
