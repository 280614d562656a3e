import { string } from '@chatwright/core'

export const moderationErrorMessage = string({
  destination: false,
  label: 'Refusal',
  rows: 2,
  optional: true,
  default: 'I cannot answer this: it goes against the rules of this chat.',
  description: 'What the person reads instead of an answer.',
})
