import { code, defineNode } from '@chatwright/core'
import { autofixParser } from './autofix.ts'
import { jsonAnswer } from './json-answer.ts'
import { schemaFromText } from './schema-text.ts'

const exampleSchema = `z.object({
  title: z.string().describe("The title of the film"),
  year: z.number().int().describe("When it came out"),
  genres: z.array(z.enum(["comedy", "drama", "thriller"])).describe("What kind of film it is"),
  rating: z.number().optional().describe("From 0 to 10")
})`

export default defineNode({
  name: 'advancedStructuredOutputParser',
  label: 'Advanced Structured Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Turns an answer into nested data that matches a schema.',
  icon: 'output-parser.svg',
  baseClasses: ['AdvancedStructuredOutputParser', 'BaseLLMOutputParser', 'Runnable'],
  inputs: {
    autofixParser,
    exampleJson: code({
      label: 'Schema',
      language: 'javascript',
      rows: 10,
      default: exampleSchema,
      description: 'A schema in Zod notation or JSON Schema. It is read as text and never run.',
    }),
  },
  build: ({ inputs }) => jsonAnswer(schemaFromText(inputs.exampleJson), { autofix: inputs.autofixParser ?? false }),
})
