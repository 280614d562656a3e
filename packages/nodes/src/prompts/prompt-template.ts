import { defineNode, string, type Prompt } from '@chatwright/core'
import { promptValues } from './prompt-inputs.ts'
import { parseTemplate } from './template.ts'

export default defineNode({
  name: 'promptTemplate',
  label: 'Prompt Template',
  version: 1,
  category: 'Prompts',
  description: 'Builds a prompt from a text with variables in braces.',
  icon: 'prompt.svg',
  keywords: ['prompt', 'template'],
  baseClasses: ['PromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate'],
  inputs: {
    template: string({
      destination: false,
      isTemplate: true,
      label: 'Template',
      rows: 4,
      placeholder: 'What is a good name for a company that makes {product}?',
      description: 'Use {name} for each variable.',
    }),
    promptValues,
  },
  example: { template: 'Tell me about {subject}.' },
  build({ inputs }): Prompt {
    const template = parseTemplate(inputs.template, inputs.promptValues)
    return {
      kind: 'prompt',
      variables: template.variables,
      values: inputs.promptValues ?? {},
      format: async (values) => [{ role: 'user', content: template.render(values) }],
    }
  },
})
