import { code, number, string } from '@chatwright/core'

/** What all nodes ask that make a tool of a request, each under its own names. */

export const requestUrl = (placeholder: string) =>
  string({
    destination: true,
    label: 'URL',
    description: 'The URL to call. Leave empty to let the model choose one.',
    placeholder,
    optional: true,
    acceptVariable: true,
  })

export const toolName = (name: string) =>
  string({
    destination: false,
    label: 'Name',
    description: "The tool's name for the model.",
    default: name,
    optional: true,
    additional: true,
  })

export const toolDescription = string({
  destination: false,
  label: 'Description',
  description: 'When the model should use this tool.',
  rows: 4,
  optional: true,
  additional: true,
})

export const requestHeaders = string({
  destination: false,
  label: 'Headers',
  description: 'A JSON object of headers to send with every request.',
  placeholder: '{"Authorization": "Bearer …"}',
  rows: 4,
  optional: true,
  additional: true,
  acceptVariable: true,
  isJson: true,
})

export const requestBody = string({
  destination: false,
  label: 'Body',
  description: "JSON that is always sent. The model's values are added to it.",
  placeholder: '{"team": "blue"}',
  rows: 4,
  optional: true,
  additional: true,
  acceptVariable: true,
  isJson: true,
})

/** `part`: where values of the model go that aren't part of the path. */
export const valuesSchema = (part: 'query' | 'body') =>
  code({
    label: part === 'query' ? 'Query Params Schema' : 'Body Schema',
    description: `The inputs the model fills in. Each has a type, a description, required, and in (path or ${part}).`,
    language: 'json',
    optional: true,
    additional: true,
  })

export const maxOutputLength = number({
  destination: false,
  label: 'Max Output Length',
  description: 'The maximum length of the response shown to the model, in characters.',
  default: 2000,
  min: 1,
  step: 1,
  optional: true,
  additional: true,
})
