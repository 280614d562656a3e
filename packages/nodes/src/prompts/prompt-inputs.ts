import { json } from '@chatwright/core'

export const promptValues = json({
  destination: false,
  label: 'Prompt values',
  optional: true,
  acceptVariable: true,
  list: true,
  description:
    'What to fill in for each name in braces: text, {{question}}, {{chat_history}} or the output of another node. One name left open is filled with the question.',
})
