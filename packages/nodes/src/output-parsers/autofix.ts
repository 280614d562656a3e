import { boolean } from '@chatwright/core'

export const autofixParser = boolean({
  destination: false,
  label: 'Autofix',
  optional: true,
  description: 'When the answer has the wrong shape, show the model its mistake and ask once more.',
})
