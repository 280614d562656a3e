import { anchor, defineNode, string, type Chat, type Message } from '@chatwright/core'
import { conversationText } from '../model-values/message-text.ts'
import { streamAnswer } from '../model-values/stream-answer.ts'
import { userMessage } from '../model-values/user-message.ts'
import { inputModeration, moderatedChat } from './moderation.ts'
import { promptVariables } from './prompt-variables.ts'

const defaultSystemMessage =
  'You are a helpful assistant in a conversation with a person. Answer from what you know, be specific, and say so when you do not know something.'

export default defineNode({
  name: 'conversationChain',
  label: 'Conversation Chain',
  version: 3,
  category: 'Chains',
  description: 'Chats with a model and remembers the conversation.',
  icon: 'conversation.svg',
  keywords: ['conversation', 'chain'],
  baseClasses: ['ConversationChain', 'LLMChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  aliases: [{ name: 'simpleChatEngine' }],
  inputs: {
    model: anchor('BaseChatModel', { label: 'Chat model' }),
    memory: anchor('BaseMemory', { label: 'Memory' }),
    chatPromptTemplate: anchor('ChatPromptTemplate', {
      label: 'Chat prompt template',
      optional: true,
      description: 'Replaces the system message below and sets where the question goes.',
    }),
    document: anchor('Document', {
      label: 'Documents',
      list: true,
      optional: true,
      description: 'Adds these documents to every request. Keep them short.',
    }),
    inputModeration,
    systemMessagePrompt: string({
      destination: false,
      label: 'System message',
      rows: 4,
      optional: true,
      additional: true,
      default: defaultSystemMessage,
      description: 'Describes who the model is and how it answers.',
    }),
  },
  build({ inputs }): Chat {
    const { model, memory, chatPromptTemplate: prompt } = inputs

    const messagesFor = async (question: string, history: Message[]): Promise<Message[]> => {
      if (!prompt)
        return [
          { role: 'system', content: inputs.systemMessagePrompt },
          ...history,
          { role: 'user', content: question },
        ]
      const known = { [memory.memoryKey]: conversationText(history) }
      const messages = await prompt.format(promptVariables(prompt, question, known))
      // A template that names the history places it itself.
      if (prompt.variables.includes(memory.memoryKey)) return messages
      const beforeLast = Math.max(
        0,
        messages.findLastIndex((message) => message.role === 'user'),
      )
      return [...messages.slice(0, beforeLast), ...history, ...messages.slice(beforeLast)]
    }

    return moderatedChat(inputs.inputModeration, async function* (turn, run) {
      const [history, documents] = await Promise.all([
        memory.load(run),
        Promise.all((inputs.document ?? []).map((each) => each.load(run))),
      ])
      const messages = await messagesFor(turn.question, history)
      const reading = documents.flat().map((document) => document.pageContent)
      if (reading.length > 0) {
        messages.unshift({
          role: 'system',
          content: `Use these documents where they help:\n\n${reading.join('\n\n')}`,
        })
      }
      const last = messages.at(-1)
      if (last?.role === 'user' && typeof last.content === 'string') {
        messages[messages.length - 1] = userMessage(last.content, turn, model)
      }
      const answer = yield* streamAnswer(model, { messages }, run)
      await memory.save({ question: turn.question, answer }, run)
    })
  },
})
