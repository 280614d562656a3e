import { AppError } from '@chatwright/contract'
import type { Session } from '@chatwright/core'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import type { DeletedChat, MessageStore } from './message-store.ts'
import { every } from '../../ground/every.ts'

export interface ForgetChats {
  /** What chats of a flow that were just deleted left outside the database. Throws where a memory can't be reached; it is tried again later. */
  of(flowId: string): Promise<void>
  /** The same for whatever a process that ended, or a memory out of reach, left. */
  ofAll(): Promise<void>
}

interface ForgettingDependencies {
  store: Pick<MessageStore, 'deletedChats' | 'goneOn' | 'filesForgotten' | 'forgotten'>
  uploads: Pick<UploadStore, 'forget'>
  /** Lets the memories of a flow forget conversations, wherever they keep them. */
  forgetSessions: (flowId: string, sessions: readonly Session[]) => Promise<void>
  onFault: (error: unknown) => void
  now: () => Date
}

const SOME = 100
/** A memory that is out of reach for so long stays so. */
const GIVEN_UP_MS = 7 * 86_400_000

/**
 * Finishes the deletion of chats. Their rows, and the note of what is left to do, went in one transaction: wherever a process ends,
 * the next start knows. Done twice, nothing more happens.
 */
export function createForgetChats({
  store,
  uploads,
  forgetSessions,
  onFault,
  now,
}: ForgettingDependencies): ForgetChats {
  const finish = async (
    flowId: string,
    chats: readonly DeletedChat[],
    { without = [] }: { without?: readonly DeletedChat[] } = {},
  ): Promise<void> => {
    const withFiles = chats.filter((chat) => chat.are_files_gone === 0)
    for (const chatId of new Set(withFiles.map((chat) => chat.chat_id))) await uploads.forget({ flowId, chatId })
    // Later the chat may have files again: those are not what was deleted.
    await store.filesForgotten(withFiles)
    const open = chats.filter((chat) => !without.includes(chat))
    const sessions = open.map(({ chat_id: chatId, session_id: sessionId }): Session => ({
      flowId,
      chatId,
      sessionId: sessionId === '' ? chatId : sessionId,
      origin: 'external',
    }))
    await forgetSessions(flowId, sessions).catch((error: unknown) => {
      // With the flow went the way to its memories.
      if (!(error instanceof AppError) || error.code !== 'chatflow-not-found') throw error
    })
    await store.forgotten(chats)
  }

  return {
    async of(flowId) {
      for (;;) {
        const chats = await store.deletedChats({ flowId, limit: SOME })
        if (chats.length === 0) return
        await finish(flowId, chats)
      }
    },

    async ofAll() {
      const failed = new Set<string>()
      for (;;) {
        const [next] = await store.deletedChats({ without: [...failed], limit: 1 })
        if (!next) return
        const { chatflow_id: flowId } = next
        const chats = await store.deletedChats({ flowId, limit: SOME })
        try {
          // A conversation that went on since would lose what is new in it.
          await finish(flowId, chats, { without: await store.goneOn(chats) })
        } catch (error) {
          onFault(error)
          failed.add(flowId)
          const givenUp = new Date(now().getTime() - GIVEN_UP_MS).toISOString()
          await store.forgotten(chats.filter((chat) => chat.created_date < givenUp))
        }
      }
    },
  }
}

const EVERY_MS = 120_000

/** Looks at once and while the server runs. Returns how to stop. */
export function keepForgettingChats(
  { ofAll }: Pick<ForgetChats, 'ofAll'>,
  { onFault, everyMs = EVERY_MS }: { onFault: (error: unknown) => void; everyMs?: number | undefined },
): () => void {
  return every(everyMs, ofAll, { onFault, firstMs: 0 })
}
