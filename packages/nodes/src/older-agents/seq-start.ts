import { anchor } from '@chatwright/core'
import { agentMemory, defineOlderNode, inputModeration } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqStart',
  label: 'Start',
  version: 2,
  category: 'Sequential Agents',
  description: 'Starts a sequential flow and sets the model its agents use.',
  icon: 'step-start.svg',
  baseClasses: ['Start'],
  inputs: {
    model: anchor('BaseChatModel', {
      label: 'Chat Model',
      description: "The model for every agent that doesn't have its own.",
    }),
    agentMemory,
    state: anchor('State', { label: 'State', description: 'Values that agents read and change.', optional: true }),
    inputModeration,
  },
})
