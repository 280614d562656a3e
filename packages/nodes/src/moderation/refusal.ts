import { string } from '@chatwright/core'

export const moderationErrorMessage = string({
  destination: false,
  label: 'Refusal',
  rows: 2,
  optional: true,
  default: "I can't answer this. It goes against the rules of this chat.",
  description: 'The answer shown when a question is blocked.',
})
