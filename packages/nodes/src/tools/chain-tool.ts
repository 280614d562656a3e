import { anchor, boolean, defineNode, string } from '@chatwright/core'
import { collectAnswer } from './collect-answer.ts'
import { capText, textTool } from './text-tool.ts'

export default defineNode({
  name: 'chainTool',
  label: 'Chain Tool',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent use a chain of this flow.',
  icon: 'chain-tool.svg',
  baseClasses: ['ChainTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],
  traits: { acts: true },
  aliases: [
    {
      name: 'queryEngineToolLlamaIndex',
      inputs: { baseQueryEngine: 'baseChain', toolName: 'name', toolDesc: 'description' },
    },
  ],
  inputs: {
    name: string({
      destination: false,
      label: 'Chain Name',
      description: "The tool's name for the model.",
      placeholder: 'state_of_union_qa',
    }),
    description: string({
      destination: false,
      label: 'Chain Description',
      description: 'When the model should use this tool.',
      placeholder: 'Knows the latest address. Ask it a full question.',
      rows: 3,
    }),
    returnDirect: boolean({
      destination: false,
      label: 'Return Direct',
      description: "Show the chain's answer as is, without rephrasing it.",
      optional: true,
    }),
    baseChain: anchor('BaseChain', { label: 'Base Chain' }),
  },
  example: { name: 'ask_expert', description: 'Knows everything about boats.' },
  build: ({ inputs }) =>
    textTool({
      name: inputs.name,
      description: inputs.description,
      inputDescription: 'The question, in full.',
      returnDirect: inputs.returnDirect,
      callsNodes: true,
      async call(question, run) {
        const { text, sourceDocuments } = await collectAnswer(inputs.baseChain, question, run)
        return { content: capText(text), ...(sourceDocuments.length > 0 && { sourceDocuments }) }
      },
    }),
})
