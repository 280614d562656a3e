import { anchor } from '@chatwright/core'
import { agentMemory, defineOlderNode, inputModeration } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqStart',
  label: 'Start',
  version: 2,
  category: 'Sequential Agents',
  description: 'Where a sequential flow begins, with the model that its agents use.',
  icon: 'step-start.svg',
  baseClasses: ['Start'],
  inputs: {
    model: anchor('BaseChatModel', { label: 'Chat Model', description: 'The model of every agent without its own.' }),
    agentMemory,
    state: anchor('State', { label: 'State', description: 'Values that agents read and change.', optional: true }),
    inputModeration,
  },
})
