import { defineNode, string } from '@chatwright/core'

/** One of the prompts that a multi prompt chain chooses from. */
export interface PromptRetriever {
  readonly kind: 'prompt-retriever'
  readonly name: string
  readonly description: string
  readonly systemMessage: string
}

export default defineNode({
  name: 'promptRetriever',
  label: 'Prompt Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Defines a prompt that a Multi Prompt Chain can choose.',
  icon: 'prompt.svg',
  baseClasses: ['PromptRetriever'],
  inputs: {
    name: string({
      destination: false,
      label: 'Name',
      placeholder: 'physics',
      description: 'A short name for the prompt.',
    }),
    description: string({
      destination: false,
      label: 'Description',
      rows: 3,
      placeholder: 'Good for questions about physics',
      description: 'When to use this prompt.',
    }),
    systemMessage: string({
      destination: false,
      label: 'System message',
      rows: 4,
      placeholder: 'You are a patient professor of physics.',
      description: 'The instructions for the model when this prompt is chosen.',
    }),
  },
  example: { name: 'physics', description: 'Questions about physics', systemMessage: 'You are a professor.' },
  build: ({ inputs }): PromptRetriever => ({ kind: 'prompt-retriever', ...inputs }),
})
