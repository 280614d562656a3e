import { AppError, type PredictionBody } from '@chatwright/contract'
import type { Asker, Message, Role } from '@chatwright/core'
import { isOwnerHere } from '../../door/askers/may.ts'

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

/** As long as one question may be; no model reads more. All of it is sent in one go, for everybody to wait. */
const MOST_CHARACTERS = 4_000_000

/**
 * The conversation as callers send it: `{message, type}` or `{content, role}`. Lines of unknown speakers are left out. Whoever
 * may not speak as the system is heard as the user: their instructions weigh no more than a question does.
 */
export function readHistory(history: PredictionBody['history'] = [], asker: Pick<Asker, 'rights'>): Message[] {
  let characters = 0
  return history.flatMap(({ message, type, role, content }) => {
    const named = roles[role ?? type ?? '']
    const speaker = named === 'system' && !isOwnerHere(asker) ? 'user' : named
    const text = content ?? message
    if (speaker === undefined || text === undefined || text === '') return []
    characters += text.length
    if (characters > MOST_CHARACTERS) throw tooLong()
    return [{ role: speaker, content: text }]
  })
}

function tooLong(): AppError {
  const most = MOST_CHARACTERS.toLocaleString('en')
  return new AppError('payload-too-large', undefined, {
    message: `The messages before the question contain more than ${most} characters, too many for any model. Send only the latest ones.`,
  })
}
