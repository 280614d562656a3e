import { actionOf } from './asked-decision.ts'
import type { GivenDecision } from './asked-decision.ts'
import { storedName } from '../../lib/prediction/artifact-file.ts'
import { asObject, asText, objectsIn } from '../../lib/prediction/read-json.ts'
import type { JsonObject } from '../../lib/prediction/read-json.ts'
import { readUploads, type Upload } from '../../lib/prediction/upload.ts'
import type { Lead } from './lead.ts'
import { readStoredMessages } from './stored-messages.ts'
import type { Answer, Turn } from './turn.ts'

/** Where a conversation takes place: on the canvas, or on a public page. */
export type ChatOrigin = 'INTERNAL' | 'EXTERNAL'

/** An answer that was being written when the page went away. */
export interface PendingAnswer {
  idempotencyKey: string
  /** Resuming after it brings back the whole answer. */
  firstEventId: string
  question: string
  /** By name: their bytes are with the server. */
  uploads: readonly Upload[]
  askedAt: string
  /** What was filled in instead of a question. */
  form?: Record<string, unknown>
  /** The stored turn whose place it takes. */
  replaces?: string
  /** The stored answer it goes on with. */
  continues?: string
  /** What was decided with it. */
  decides?: GivenDecision
}

export interface RememberedConversation {
  chatId: string
  /** Kept here only for visitors, who may not read the server's messages. */
  turns: Turn[]
  lead: Lead | undefined
  pending: PendingAnswer | undefined
}

/** What this browser remembers of a conversation, in the shape the public widget uses as well. */
export class ConversationMemory {
  readonly #key: string
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>

  constructor(chatflowId: string, origin: ChatOrigin, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {
    this.#key = `${chatflowId}_${origin}`
    this.#storage = storage
  }

  read(): RememberedConversation | undefined {
    const stored = this.#stored()
    const chatId = asText(stored['chatId'])
    if (chatId === undefined) return undefined
    return {
      chatId,
      turns: readStoredMessages(objectsIn(stored['chatHistory'])),
      lead: asObject(stored['lead']) as Lead | undefined,
      pending: readPending(stored['pending']),
    }
  }

  rememberChat(chatId: string): void {
    this.#write({ ...this.#stored(), chatId })
  }

  rememberTurns(turns: readonly Turn[]): void {
    this.#write({ ...this.#stored(), chatHistory: turns.slice(-MAX_TURNS).flatMap(messagesOfTurn) })
  }

  rememberLead(lead: Lead): void {
    this.#write({ ...this.#stored(), lead })
  }

  rememberPending(pending: PendingAnswer | undefined): void {
    const { pending: _, ...rest } = this.#stored()
    this.#write(pending ? { ...rest, pending: { ...pending, uploads: namesOf(pending.uploads) } } : rest)
  }

  /** Starts over under a new id; who the visitor is stays known. */
  forget(chatId: string): void {
    const { lead } = this.#stored()
    this.#write({ chatId, ...(lead !== undefined && { lead }) })
  }

  #stored(): JsonObject {
    try {
      return asObject(JSON.parse(this.#storage.getItem(this.#key) ?? '{}')) ?? {}
    } catch {
      return {}
    }
  }

  #write(value: JsonObject): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(value))
    } catch {
      // Storage may be full or closed to us: the conversation goes on, it is only not remembered.
    }
  }
}

const MAX_TURNS = 200

function messagesOfTurn(turn: Turn): JsonObject[] {
  const { answer } = turn
  return [
    {
      message: turn.question,
      type: 'userMessage',
      dateTime: turn.askedAt,
      ...(turn.form && { form: turn.form }),
      ...(turn.uploads.length > 0 && { fileUploads: namesOf(turn.uploads) }),
    },
    {
      message: answer.text,
      type: 'apiMessage',
      ...(answer.messageId !== undefined && { messageId: answer.messageId }),
      ...(answer.runId !== undefined && { runId: answer.runId }),
      ...(answer.followUps.length > 0 && { followUpPrompts: JSON.stringify(answer.followUps) }),
      ...(answer.sources.length > 0 && { sourceDocuments: answer.sources }),
      ...(answer.tools.length > 0 && { usedTools: answer.tools }),
      ...(answer.thinking && {
        reasonContent: { thinking: answer.thinking.text, thinkingDuration: answer.thinking.seconds ?? 0 },
      }),
      ...artifactsToKeep(answer),
      ...(answer.asked && { action: actionOf(answer.asked) }),
      ...(answer.state !== 'done' && { state: answer.state }),
      ...(answer.fault && { fault: answer.fault }),
      ...(answer.durationMs !== undefined && { durationMs: answer.durationMs }),
      ...(answer.feedback && { feedback: answer.feedback }),
    },
  ]
}

/** The bytes would soon fill the storage; names are enough to read the conversation again. */
function namesOf(uploads: readonly Upload[]): Upload[] {
  return uploads.map(({ name, mime, type }) => ({ name, mime, type }))
}

/** Those the server keeps; the bytes of others would soon fill the storage. */
function artifactsToKeep({ artifacts }: Answer): JsonObject {
  const kept = artifacts.filter((artifact) => storedName(artifact) !== undefined)
  return kept.length > 0 ? { artifacts: kept } : {}
}

function readPending(value: unknown): PendingAnswer | undefined {
  const pending = asObject(value)
  const idempotencyKey = asText(pending?.['idempotencyKey'])
  const firstEventId = asText(pending?.['firstEventId'])
  const question = asText(pending?.['question'])
  const askedAt = asText(pending?.['askedAt'])
  if (idempotencyKey === undefined || firstEventId === undefined || question === undefined || askedAt === undefined) {
    return undefined
  }
  const uploads = readUploads(pending?.['uploads'])
  const replaces = asText(pending?.['replaces'])
  const continues = asText(pending?.['continues'])
  const form = asObject(pending?.['form'])
  return {
    idempotencyKey,
    firstEventId,
    question,
    uploads,
    askedAt,
    ...(form && { form }),
    ...(replaces !== undefined && { replaces }),
    ...(continues !== undefined && { continues }),
  }
}
