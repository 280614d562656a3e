import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineNode, number, type ChatModel } from '@chatwright/core'
import { answerRequest } from '../answerer/answer-request.ts'

export default defineNode({
  name: 'builtInAnswerer',
  label: 'Built-in Answerer',
  version: 1,
  category: 'Chat Models',
  description: 'Answers from your documents by quoting the best chunks with their sources. Needs no key and no model.',
  icon: 'built-in-answerer.svg',
  keywords: ['no key', 'without a key', 'free', 'offline answer'],
  baseClasses: ['BuiltInAnswerer', 'BaseChatModel', 'BaseLanguageModel'],
  badge: 'new',
  inputs: {
    floor: number({
      destination: false,
      label: 'Least similarity',
      description:
        'The minimum similarity for a quote. 0.3 suits the built-in embeddings; other embedding models need other values.',
      default: 0.3,
      min: 0,
      max: 1,
      step: 0.05,
      optional: true,
      additional: true,
    }),
  },
  build: ({ inputs, context }): ChatModel => ({
    kind: 'chat-model',
    modelName: 'built-in-answerer',
    style: 'chat',
    canCallTools: true,
    canSeeImages: false,
    quotesOnly: true,
    quoted(request) {
      const reply = answerRequest(request, { floor: inputs.floor, now: context.now() })
      return 'call' in reply ? [] : reply.quoted
    },
    async *stream(request, { signal }) {
      const reply = answerRequest(request, { floor: inputs.floor, now: context.now() })
      if ('call' in reply) {
        yield { type: 'tool-call', call: reply.call }
        yield { type: 'finish', reason: 'tool-calls' }
        return
      }
      for (const text of reply.text.match(/\S+\s*|\s+/g) ?? []) {
        signal.throwIfAborted()
        yield { type: 'text', text }
        // Lets each word leave before the next is made.
        await nextTurn()
      }
      yield { type: 'finish', reason: 'stop' }
    },
  }),
})
