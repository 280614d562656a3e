import type { PredictionBody } from '@chatwright/contract'
import type { Message, Role } from '@chatwright/core'
import type { CallerRights } from '../flow-access/caller-rights.ts'

const roles: Readonly<Record<string, Role>> = {
  userMessage: 'user',
  user: 'user',
  human: 'user',
  apiMessage: 'assistant',
  assistant: 'assistant',
  ai: 'assistant',
  system: 'system',
  developer: 'system',
}

/**
 * The conversation as callers send it: `{message, type}` or `{content, role}`. Lines of unknown speakers are left out. Whoever
 * may not speak as the system is heard as the user: their instructions weigh no more than a question does.
 */
export function readHistory(
  history: PredictionBody['history'] = [],
  { canSpeakAsSystem }: Pick<CallerRights, 'canSpeakAsSystem'>,
): Message[] {
  return history.flatMap(({ message, type, role, content }) => {
    const named = roles[role ?? type ?? '']
    const speaker = named === 'system' && !canSpeakAsSystem ? 'user' : named
    const text = content ?? message
    return speaker === undefined || text === undefined || text === '' ? [] : [{ role: speaker, content: text }]
  })
}
