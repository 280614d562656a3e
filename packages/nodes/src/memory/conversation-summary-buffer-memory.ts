import { anchor, defineNode, number, type Memory } from '@chatwright/core'
import { loadHistory, memoryKey, sessionId } from './chat-history.ts'
import { forget, latestWithin, summarise, summaryMessage } from './rolling-summary.ts'

export default defineNode({
  name: 'conversationSummaryBufferMemory',
  label: 'Conversation Summary Buffer Memory',
  version: 1,
  category: 'Memory',
  description: 'Remembers the latest messages word for word and older ones as a summary.',
  icon: 'summary-memory.svg',
  baseClasses: ['ConversationSummaryBufferMemory', 'BaseChatMemory', 'BaseMemory'],
  inputs: {
    model: anchor('BaseChatModel', {
      label: 'Chat model',
      description: 'The model that writes the summary. A small model is enough.',
    }),
    maxTokenLimit: number({
      destination: false,
      label: 'Max tokens',
      step: 1,
      min: 1,
      default: 2000,
      description: 'How many tokens to remember word for word. A token is about four characters.',
    }),
    sessionId,
    memoryKey,
  },
  build({ inputs, context, node }): Memory {
    const keeper = { model: inputs.model, context, nodeId: node.id, sessionId: inputs.sessionId }
    return {
      kind: 'memory',
      memoryKey: inputs.memoryKey,
      async load(run) {
        const history = await loadHistory(context, run, { sessionId: inputs.sessionId })
        const kept = latestWithin(history, inputs.maxTokenLimit)
        if (kept === history.length) return history
        const oldest = history.slice(0, history.length - kept)
        return [...summaryMessage(await summarise(keeper, oldest, run)), ...history.slice(history.length - kept)]
      },
      save: async () => {},
      async clear(session) {
        await context.history.clear({ ...session, ...(inputs.sessionId && { sessionId: inputs.sessionId }) })
        await forget(keeper, session)
      },
    }
  },
})
