import { defineNode, string, type Prompt } from '@chatwright/core'
import { promptValues } from './prompt-inputs.ts'
import { parseTemplate } from './template.ts'

export default defineNode({
  name: 'chatPromptTemplate',
  label: 'Chat Prompt Template',
  version: 2,
  category: 'Prompts',
  description: 'A system message and a human message for a chat model, with names in braces to fill in.',
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
      description: 'Who the model is and how it answers.',
    }),
    humanMessagePrompt: string({
      destination: false,
      isTemplate: true,
      label: 'Human message',
      rows: 4,
      placeholder: '{text}',
      description: 'What the person says.',
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
