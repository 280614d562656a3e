import { boolean } from '@chatwright/core'

export const autofixParser = boolean({
  destination: false,
  label: 'Autofix',
  optional: true,
  description: 'If the answer has the wrong format, show the model its mistake and try once more.',
})
