import { code, json } from '@chatwright/core'
import { before, defineOlderNode, named, returnValueAs } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqCustomFunction',
  label: 'Custom JS Function',
  version: 1,
  category: 'Sequential Agents',
  description: 'Runs your JavaScript between agents, in a sandbox.',
  icon: 'step-function.svg',
  baseClasses: ['CustomFunction'],
  inputs: {
    functionInputVariables: json({
      destination: false,
      label: 'Input Variables',
      description: 'Values for the code. Each is available as $name.',
      optional: true,
      acceptVariable: true,
      list: true,
    }),
    sequentialNode: before,
    functionName: named('Function Name', 'My Function'),
    javascriptFunction: code({
      label: 'Javascript Function',
      description: 'The body of an async function.',
      language: 'js',
      rows: 8,
    }),
    returnValueAs,
  },
  example: { functionName: 'Count', javascriptFunction: 'return $flow.input' },
})
