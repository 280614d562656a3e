import { defineNode, number, type Memory } from '@chatwright/core'
import { loadHistory, memoryKey, sessionId } from './chat-history.ts'

export default defineNode({
  name: 'bufferWindowMemory',
  label: 'Buffer Window Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers the last exchanges of a conversation.',
  icon: 'memory.svg',
  baseClasses: ['BufferWindowMemory', 'BaseChatMemory', 'BaseMemory'],
  inputs: {
    k: number({
      destination: false,
      label: 'Size',
      step: 1,
      min: 1,
      default: 4,
      description: 'The number of exchanges to remember. One exchange is a question and its answer.',
    }),
    sessionId,
    memoryKey,
  },
  build({ inputs, context }): Memory {
    return {
      kind: 'memory',
      memoryKey: inputs.memoryKey,
      load: (run) => loadHistory(context, run, { sessionId: inputs.sessionId, last: inputs.k * 2 }),
      save: async () => {},
      clear: (session) =>
        context.history.clear({ ...session, ...(inputs.sessionId && { sessionId: inputs.sessionId }) }),
    }
  },
})
