import { string } from '@chatwright/core'

export const namespace = string({
  destination: false,
  label: 'Namespace',
  optional: true,
  additional: true,
  description: 'Keeps vectors of different uses apart.',
})
