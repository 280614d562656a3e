import { json } from '@chatwright/core'

export const promptValues = json({
  destination: false,
  label: 'Prompt values',
  optional: true,
  acceptVariable: true,
  list: true,
  description:
    "Values for the variables in braces: text, {{question}}, {{chat_history}} or another node's output. One empty variable receives the question.",
})
