import { boolean, number } from '@chatwright/core'

export const stripNewLines = boolean({
  destination: false,
  label: 'Strip new lines',
  optional: true,
  additional: true,
  description: 'Replaces line breaks with spaces. Some older models need this.',
})

export const batchSize = number({
  destination: false,
  label: 'Batch size',
  step: 1,
  min: 1,
  optional: true,
  additional: true,
  description: 'How many texts are sent in one request.',
})

export const dimensions = number({
  destination: false,
  label: 'Dimensions',
  step: 1,
  min: 1,
  optional: true,
  additional: true,
  description: 'Shortens the vectors, if the model supports it. All vectors in a store must have the same length.',
})
