import { parseJson, anchor, defineNode, fillHoles, NodeError, options, string, type Prompt } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { parseTemplate } from './template.ts'

export default defineNode({
  name: 'fewShotPromptTemplate',
  label: 'Few Shot Prompt Template',
  version: 1,
  category: 'Prompts',
  description: 'Shows the model a few examples before the question.',
  icon: 'prompt.svg',
  baseClasses: ['FewShotPromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate'],
  inputs: {
    examplePrompt: anchor('PromptTemplate', {
      label: 'Example prompt',
      fillsVariables: true,
      description: 'The template of one example. Its variables are the keys of the examples.',
    }),
    examples: string({
      destination: false,
      label: 'Examples',
      rows: 4,
      placeholder: '[{ "word": "happy", "antonym": "sad" }]',
      description: 'A JSON list of objects.',
      isJson: true,
    }),
    prefix: string({
      destination: false,
      isTemplate: true,
      label: 'Prefix',
      rows: 4,
      placeholder: 'Give the antonym of every word.',
      description: 'The text before the examples.',
    }),
    suffix: string({
      destination: false,
      isTemplate: true,
      label: 'Suffix',
      rows: 4,
      placeholder: 'Word: {input}\nAntonym:',
      description: 'The text after the examples, where the question goes.',
    }),
    exampleSeparator: string({
      destination: false,
      label: 'Example separator',
      default: '\n\n',
      description: 'The text between two examples.',
    }),
    templateFormat: options({
      destination: false,
      label: 'Template format',
      default: 'f-string',
      description: 'Whether variables use single or double braces.',
      options: [
        { label: 'Single braces', name: 'f-string' },
        { label: 'Double braces', name: 'jinja-2' },
      ],
    }),
  },
  example: {
    examples: '[{"word":"happy","antonym":"sad"}]',
    prefix: 'Give the antonym.',
    suffix: 'Word: {input}',
  },
  build({ inputs }): Prompt {
    const examples = parseExamples(inputs.examples)
    const read = (text: string) =>
      parseTemplate(inputs.templateFormat === 'jinja-2' ? fillHoles(text, inSingleBraces) : text)
    const prefix = read(inputs.prefix)
    const suffix = read(inputs.suffix)
    return {
      kind: 'prompt',
      variables: [...new Set([...prefix.variables, ...suffix.variables])],
      values: {},
      async format(values) {
        const shown = await Promise.all(
          examples.map(async (example) => {
            const messages = await inputs.examplePrompt.format({ ...values, ...example })
            return messages.map((message) => messageText(message.content)).join('\n')
          }),
        )
        const content = [prefix.render(values), ...shown, suffix.render(values)].join(inputs.exampleSeparator)
        return [{ role: 'user', content }]
      },
    }
  },
})

function inSingleBraces(name: string): string | undefined {
  return /^\w+$/.test(name) ? `{${name}}` : undefined
}

function parseExamples(text: string): Record<string, unknown>[] {
  try {
    const parsed: unknown = parseJson(text)
    if (Array.isArray(parsed) && parsed.every((each) => typeof each === 'object' && each !== null)) {
      return parsed as Record<string, unknown>[]
    }
  } catch {
    // Said below, together with valid JSON of the wrong shape.
  }
  throw new NodeError("The examples aren't a JSON list of objects.", {
    code: 'bad-input',
    field: 'examples',
    hint: 'Use a list such as [{ "word": "happy", "antonym": "sad" }].',
  })
}
