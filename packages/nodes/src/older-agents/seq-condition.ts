import { string } from '@chatwright/core'
import { before, conditionInputs, conditionOutputs, defineOlderNode } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqCondition',
  label: 'Condition',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Compares values and picks a branch.',
  icon: 'step-condition.svg',
  baseClasses: ['Condition'],
  branches: true,
  inputs: {
    conditionName: string({ destination: false, label: 'Condition Name', optional: true }),
    sequentialNode: before,
    ...conditionInputs,
  },
  outputs: conditionOutputs,
})
