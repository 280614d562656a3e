import { string } from '@chatwright/core'

export const namespace = string({
  destination: false,
  label: 'Namespace',
  optional: true,
  additional: true,
  description: 'A prefix that keeps cached vectors of different uses apart.',
})
