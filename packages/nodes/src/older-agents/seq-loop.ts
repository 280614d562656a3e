import { before, defineOlderNode, named } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqLoop',
  label: 'Loop',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Returns to an agent of the flow by name.',
  icon: 'step-loop.svg',
  baseClasses: ['Loop'],
  ends: true,
  inputs: { sequentialNode: before, loopToName: named('Loop To', 'agent1') },
  example: { loopToName: 'Researcher' },
})
