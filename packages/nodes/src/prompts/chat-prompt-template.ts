import { defineNode, string, type Prompt } from '@chatwright/core'
import { promptValues } from './prompt-inputs.ts'
import { parseTemplate } from './template.ts'

export default defineNode({
  name: 'chatPromptTemplate',
  label: 'Chat Prompt Template',
  version: 2,
  category: 'Prompts',
  description: 'Combines a system message and a human message for a chat model, with variables in braces.',
  icon: 'prompt.svg',
  keywords: ['system prompt', 'system message'],
  baseClasses: ['ChatPromptTemplate', 'BaseChatPromptTemplate', 'BasePromptTemplate', 'Runnable'],
  inputs: {
    systemMessagePrompt: string({
      destination: false,
      isTemplate: true,
      label: 'System message',
      rows: 4,
      placeholder: 'You translate {input_language} into {output_language}.',
      description: 'Describes who the model is and how it answers.',
    }),
    humanMessagePrompt: string({
      destination: false,
      isTemplate: true,
      label: 'Human message',
      rows: 4,
      placeholder: '{text}',
      description: "The user's message.",
    }),
    promptValues,
  },
  example: { systemMessagePrompt: 'You are a {role}.', humanMessagePrompt: '{text}' },
  build({ inputs }): Prompt {
    const system = parseTemplate(inputs.systemMessagePrompt, inputs.promptValues)
    const human = parseTemplate(inputs.humanMessagePrompt, inputs.promptValues)
    return {
      kind: 'prompt',
      variables: [...new Set([...system.variables, ...human.variables])],
      values: inputs.promptValues ?? {},
      format: async (values) => [
        { role: 'system', content: system.render(values) },
        { role: 'user', content: human.render(values) },
      ],
    }
  },
})
