import { AppError, ChatId, type PredictionBody } from '@chatwright/contract'
import type { Asker, Session } from '@chatwright/core'
import { isInside, namesAny } from '../../door/askers/may.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { PreparedFlow } from '../flows/flow-library.ts'

/** Begins the id of a session that an anonymous caller named: no chat of another person is called like that. */
const NAMED_BY_VISITOR = 'visitor:'
const LONGEST_NAME = 200 - NAMED_BY_VISITOR.length

/**
 * Which conversation a question belongs to. From outside: the session the request names, else its chat, else the name
 * typed into the memory node; from the canvas, the memory node's name, else the chat. A draft keeps to its chat: under the
 * memory node's name others may have a conversation.
 */
export function sessionOf(
  { id, memory, draft }: Pick<PreparedFlow, 'id' | 'memory' | 'draft'>,
  body: Pick<PredictionBody, 'chatId' | 'overrideConfig'>,
  asker: Pick<Asker, 'actor' | 'onBehalfOf' | 'way' | 'rights'>,
): Session {
  const name = namedSession(body.overrideConfig?.['sessionId'])
  const named = name === undefined || namesAny(asker) ? name : visitorsSession(name)
  const known = body.chatId ?? named
  const chatId = known ?? newId()
  const origin = isInside(asker, { draft }) ? 'internal' : 'external'
  const sessionId =
    origin === 'external'
      ? (named ?? body.chatId ?? memory?.sessionId ?? chatId)
      : ((draft === undefined ? memory?.sessionId : undefined) ?? chatId)
  return {
    flowId: id,
    chatId,
    sessionId,
    origin,
    ...(name !== undefined && sessionId === named && sessionId !== name && { sessionName: name }),
    ...(known === undefined && sessionId === chatId && { isNew: true }),
  }
}

/** The random part of the ids that widgets, pages and this server give their chats; made of a name or an address, none is random. */
const RANDOM = /[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/i

/** A name that somebody who knows people or customers comes upon, and not one that a visitor gave. */
export function isGuessable(id: string): boolean {
  return !RANDOM.test(id) && !id.startsWith(NAMED_BY_VISITOR)
}

/** The chat of a visitor who calls it as the owner or a key calls one of theirs. */
export function visitorsChat(name: string): string {
  if (name.length > LONGEST_NAME)
    throw badName('body.chatId', `The chat’s id is longer than ${LONGEST_NAME} characters`)
  return `${NAMED_BY_VISITOR}${name}`
}

/** The ids of the sessions that one name may mean: as it stands, and as a visitor named it. */
export function sessionsCalled(name: string): string[] {
  return [name, `${NAMED_BY_VISITOR}${name}`]
}

function visitorsSession(name: string): string {
  if (name.length > LONGEST_NAME) throw badSession(LONGEST_NAME)
  // An answer tells the chat by this id; sent back as a session it means the same one.
  return name.startsWith(NAMED_BY_VISITOR) ? name : `${NAMED_BY_VISITOR}${name}`
}

function namedSession(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const parsed = ChatId.safeParse(typeof value === 'number' ? String(value) : value)
  if (parsed.success) return parsed.data
  // Scoped to a node, as `{"sessionId": {"bufferMemory_0": "…"}}`: the one value in it is meant.
  const [inner] = typeof value === 'object' ? Object.values(value) : []
  const scoped = ChatId.safeParse(inner)
  if (scoped.success) return scoped.data
  throw badSession(200)
}

function badSession(longest: number): AppError {
  return badName('body.overrideConfig.sessionId', `The session id is not a text of at most ${longest} characters`)
}

function badName(path: string, message: string): AppError {
  return new AppError('invalid-request', { issues: [{ path, message }] }, { message: `${path}: ${message}` })
}
