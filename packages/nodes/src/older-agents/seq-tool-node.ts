import { anchor } from '@chatwright/core'
import { approvalInputs, defineOlderNode, named, stateTable, tools } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqToolNode',
  label: 'Tool Node',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Runs the tools that the LLM node before it calls.',
  icon: 'step-tool.svg',
  baseClasses: ['ToolNode'],
  inputs: {
    tools,
    llmNode: anchor('LLMNode', { label: 'LLM Node', description: 'The LLM node that calls the tools.' }),
    toolNodeName: named('Name', 'Tool'),
    ...approvalInputs,
    ...stateTable,
  },
  example: { toolNodeName: 'Tools' },
})
