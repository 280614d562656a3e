import { anchor } from '@chatwright/core'
import { defineOlderNode } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqEnd',
  label: 'End',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Ends a sequential flow. The last message is the answer.',
  icon: 'step-direct-reply.svg',
  baseClasses: ['End'],
  ends: true,
  inputs: {
    sequentialNode: anchor('Start | Agent | Condition | LLMNode | ToolNode | CustomFunction | ExecuteFlow', {
      label: 'Comes After',
    }),
  },
})
