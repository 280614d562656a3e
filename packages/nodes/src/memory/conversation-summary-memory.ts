import { anchor, defineNode, type Memory } from '@chatwright/core'
import { loadHistory, memoryKey, sessionId } from './chat-history.ts'
import { forget, summarise, summaryMessage } from './rolling-summary.ts'

export default defineNode({
  name: 'conversationSummaryMemory',
  label: 'Conversation Summary Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers a summary of the conversation, which stays short in long chats.',
  icon: 'summary-memory.svg',
  baseClasses: ['ConversationSummaryMemory', 'BaseChatMemory', 'BaseMemory'],
  inputs: {
    model: anchor('BaseChatModel', {
      label: 'Chat model',
      description: 'The model that writes the summary. A small model is enough.',
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
        return summaryMessage(await summarise(keeper, history, run))
      },
      save: async () => {},
      async clear(session) {
        await context.history.clear({ ...session, ...(inputs.sessionId && { sessionId: inputs.sessionId }) })
        await forget(keeper, session)
      },
    }
  },
})
