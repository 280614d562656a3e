import { datagrid, defineNode, NodeError, type JsonSchema } from '@chatwright/core'
import { autofixParser } from './autofix.ts'
import { jsonAnswer } from './json-answer.ts'

export default defineNode({
  name: 'structuredOutputParser',
  label: 'Structured Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Turns an answer into an object with the properties you define.',
  icon: 'output-parser.svg',
  keywords: ['structured output', 'json output', 'schema'],
  baseClasses: ['StructuredOutputParser', 'BaseLLMOutputParser', 'Runnable'],
  inputs: {
    autofixParser,
    jsonStructure: datagrid({
      label: 'JSON structure',
      additional: true,
      description: "The object's properties, each with a type and a description.",
      default: [
        { property: 'answer', type: 'string', description: 'The answer to the question' },
        { property: 'source', type: 'string', description: 'Where the answer comes from' },
      ],
      datagrid: [
        { field: 'property', headerName: 'Property', editable: true },
        {
          field: 'type',
          headerName: 'Type',
          type: 'singleSelect',
          valueOptions: ['string', 'number', 'boolean'],
          editable: true,
        },
        { field: 'description', headerName: 'Description', editable: true, flex: 1 },
      ],
    }),
  },
  build: ({ inputs }) => jsonAnswer(schemaOf(inputs.jsonStructure), { autofix: inputs.autofixParser ?? false }),
})

const types = new Set(['string', 'number', 'boolean'])

function schemaOf(rows: readonly Record<string, unknown>[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const { property, type, description } of rows) {
    if (typeof property !== 'string' || property.trim() === '') continue
    properties[property.trim()] = {
      type: types.has(String(type)) ? (type as 'string') : 'string',
      ...(typeof description === 'string' && description !== '' && { description }),
    }
  }
  if (Object.keys(properties).length === 0) {
    throw new NodeError('The JSON structure has no properties.', {
      code: 'missing-input',
      field: 'jsonStructure',
      hint: 'Add at least one property.',
    })
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}
