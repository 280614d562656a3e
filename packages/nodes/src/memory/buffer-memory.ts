import { defineNode, type Memory } from '@chatwright/core'
import { loadHistory, memoryKey, sessionId } from './chat-history.ts'

export default defineNode({
  name: 'bufferMemory',
  label: 'Buffer Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers the whole conversation.',
  icon: 'memory.svg',
  keywords: ['history', 'memory', 'remember', 'conversation history', 'chat history'],
  baseClasses: ['BufferMemory', 'BaseChatMemory', 'BaseMemory'],
  inputs: { sessionId, memoryKey },
  build({ inputs, context }): Memory {
    return {
      kind: 'memory',
      memoryKey: inputs.memoryKey,
      load: (run) => loadHistory(context, run, { sessionId: inputs.sessionId }),
      save: async () => {},
      clear: (session) =>
        context.history.clear({ ...session, ...(inputs.sessionId && { sessionId: inputs.sessionId }) }),
    }
  },
})
