import type { PredictionBody } from '@chatwright/contract'
import type { Message, Role } from '@chatwright/core'

const roles: Readonly<Record<string, Role>> = {
  userMessage: 'user',
  user: 'user',
  human: 'user',
  apiMessage: 'assistant',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
}

/** The conversation as callers send it: `{message, type}` or `{content, role}`. Lines of unknown speakers are left out. */
export function readHistory(history: PredictionBody['history'] = []): Message[] {
  return history.flatMap(({ message, type, role, content }) => {
    const speaker = roles[role ?? type ?? '']
    const text = content ?? message
    return speaker === undefined || text === undefined || text === '' ? [] : [{ role: speaker, content: text }]
  })
}
