import { anchor, boolean, json, number, string } from '@chatwright/core'

/** Inputs that chat models have in common; names are those of existing flows. */
export const cache = anchor('BaseCache', {
  label: 'Cache',
  optional: true,
  description: 'Reuses the answer to an identical request instead of calling the model.',
})

export const streaming = boolean({
  destination: false,
  label: 'Streaming',
  default: true,
  optional: true,
  additional: true,
  description: 'Show the answer while the model writes it.',
})

export const allowImageUploads = boolean({
  destination: false,
  label: 'Allow image uploads',
  default: false,
  optional: true,
  description: 'Lets users attach images. Use a model that supports images.',
})

export const temperature = number({
  destination: false,
  label: 'Temperature',
  step: 0.1,
  min: 0,
  max: 2,
  default: 0.9,
  optional: true,
  description: 'Low for facts and code, high for variety.',
})

export const maxTokens = number({
  destination: false,
  label: 'Max tokens',
  step: 1,
  min: 1,
  optional: true,
  additional: true,
  description: 'The maximum length of an answer, in tokens.',
})

export const topP = number({
  destination: false,
  label: 'Top P',
  step: 0.1,
  min: 0,
  max: 1,
  optional: true,
  additional: true,
  description: 'Only the most likely tokens that together reach this probability are considered.',
})

export const frequencyPenalty = number({
  destination: false,
  label: 'Frequency penalty',
  step: 0.1,
  min: -2,
  max: 2,
  optional: true,
  additional: true,
  description: 'Above 0, words that were used often become less likely.',
})

export const presencePenalty = number({
  destination: false,
  label: 'Presence penalty',
  step: 0.1,
  min: -2,
  max: 2,
  optional: true,
  additional: true,
  description: 'Above 0, new topics become more likely.',
})

export const timeout = number({
  destination: false,
  label: 'Time limit (ms)',
  step: 1000,
  min: 1,
  optional: true,
  additional: true,
  description: 'How long to wait for the whole answer, in milliseconds.',
})

export const stopSequence = string({
  destination: false,
  label: 'Stop sequences',
  optional: true,
  additional: true,
  rows: 2,
  placeholder: 'END, ###',
  description: 'Strings that end the answer, separated by commas.',
})

export const basepath = string({
  destination: true,
  label: 'Base path',
  optional: true,
  additional: true,
  placeholder: 'https://api.example.com/v1',
  description: 'The base URL of a proxy or gateway with the same API.',
})

export const baseOptions = json({
  destination: true,
  label: 'Extra headers',
  optional: true,
  additional: true,
  description: 'A JSON object of headers to send with every request.',
})

/** Stop sequences as they are sent; nothing when there are none. */
export function stopList(text: string | undefined): string[] | undefined {
  const list = (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  return list.length > 0 ? list : undefined
}
