import type { PredictionBody } from '@chatwright/contract'
import type { Asker, Session } from '@chatwright/core'
import type { Database } from '../../ground/db/database.ts'
import type { PreparedFlow } from '../flows/flow-library.ts'
import { namesAny } from '../../door/askers/may.ts'
import { isGuessable, sessionOf, visitorsChat } from './session.ts'

/** Names that this process need not store again. */
const REMEMBERED = 10_000

/** The chat that somebody means by an id. */
export type MeantChat = (
  place: { flowId: string; chatId: string },
  asker: Pick<Asker, 'actor' | 'onBehalfOf' | 'rights'>,
) => Promise<string>

/** Conversations that the owner or a key leads under a name that could be guessed: to no visitor it is the id of their chat. */
export interface NamedSessions {
  /** Which conversation a question belongs to. */
  of(
    flow: Pick<PreparedFlow, 'id' | 'memory' | 'draft'>,
    body: Pick<PredictionBody, 'chatId' | 'overrideConfig'>,
    asker: Pick<Asker, 'actor' | 'onBehalfOf' | 'way' | 'rights'>,
  ): Promise<Session>
  chat: MeantChat
}

export function createNamedSessions(database: Database): NamedSessions {
  const stored = new Set<string>()

  const keep = async (flowId: string, name: string): Promise<void> => {
    const known = `${flowId} ${name}`
    if (stored.has(known)) return
    await database.transactDurably((transaction) =>
      transaction
        .insertInto('named_session')
        .values({ chatflow_id: flowId, name })
        .onConflict((conflict) => conflict.columns(['chatflow_id', 'name']).doNothing())
        .execute(),
    )
    if (stored.size >= REMEMBERED) stored.clear()
    stored.add(known)
  }

  const isNamed = async (flowId: string, name: string): Promise<boolean> => {
    const found = await database.query
      .selectFrom('named_session')
      .select('name')
      .where('chatflow_id', '=', flowId)
      .where('name', '=', name)
      .executeTakeFirst()
    return found !== undefined
  }

  const named: NamedSessions = {
    async of(flow, body, asker) {
      const { chatId } = body
      if (!namesAny(asker)) {
        if (chatId === undefined) return sessionOf(flow, body, asker)
        return sessionOf(flow, { ...body, chatId: await named.chat({ flowId: flow.id, chatId }, asker) }, asker)
      }
      const session = sessionOf(flow, body, asker)
      for (const name of new Set([session.chatId, session.sessionId])) {
        // The name typed into the memory is meant to be everybody's.
        if (isGuessable(name) && name !== flow.memory?.sessionId) await keep(flow.id, name)
      }
      return session
    },

    async chat({ flowId, chatId }, asker) {
      if (namesAny(asker) || !isGuessable(chatId) || !(await isNamed(flowId, chatId))) return chatId
      return visitorsChat(chatId)
    },
  }
  return named
}
