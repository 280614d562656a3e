import { AppError, ChatId, type PredictionBody } from '@chatwright/contract'
import type { Session } from '@chatwright/core'
import { newId } from '../db/new-id.ts'
import type { PreparedFlow } from '../runs/flow-library.ts'

/**
 * Which conversation a question belongs to. From outside: the session the request names, else its chat, else the name
 * typed into the memory node; from the canvas, the memory node's name, else the chat.
 */
export function sessionOf(
  { id, memory }: Pick<PreparedFlow, 'id' | 'memory'>,
  body: Pick<PredictionBody, 'chatId' | 'overrideConfig'>,
  origin: Session['origin'],
): Session {
  const named = namedSession(body.overrideConfig?.['sessionId'])
  const known = body.chatId ?? named
  const chatId = known ?? newId()
  const sessionId =
    origin === 'internal' ? (memory?.sessionId ?? chatId) : (named ?? body.chatId ?? memory?.sessionId ?? chatId)
  return { flowId: id, chatId, sessionId, origin, ...(known === undefined && sessionId === chatId && { isNew: true }) }
}

function namedSession(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const parsed = ChatId.safeParse(typeof value === 'number' ? String(value) : value)
  if (parsed.success) return parsed.data
  // Scoped to a node, as `{"sessionId": {"bufferMemory_0": "…"}}`: the one value in it is meant.
  const [inner] = typeof value === 'object' ? Object.values(value) : []
  const scoped = ChatId.safeParse(inner)
  if (scoped.success) return scoped.data
  const message = 'The session id is not a text of at most 200 characters'
  throw new AppError(
    'invalid-request',
    { issues: [{ path: 'body.overrideConfig.sessionId', message }] },
    { message: `body.overrideConfig.sessionId: ${message}` },
  )
}
