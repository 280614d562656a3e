import type { Artifact } from '@chatwright/core'

import { storedName } from '../lib/prediction/artifact-file.ts'
import { readArtifacts } from '../lib/prediction/stored-parts.ts'
import { asObject, asText, objectsIn } from '../lib/prediction/read-json.ts'
import type { JsonObject } from '../lib/prediction/read-json.ts'

export interface WidgetTurn {
  question: string
  answer: string
  artifacts: readonly Artifact[]
  messageId?: string | undefined
}

export interface PendingTurn {
  idempotencyKey: string
  firstEventId: string
  question: string
}

/** What this browser keeps of the conversation, in the same place and shape as the chat page. */
export class ChatMemory {
  readonly #key: string

  constructor(flowId: string) {
    this.#key = `${flowId}_EXTERNAL`
  }

  get chatId(): string | undefined {
    return asText(this.#read()['chatId'])
  }

  get leadEmail(): string | undefined {
    return asText(asObject(this.#read()['lead'])?.['email'])
  }

  get hasLead(): boolean {
    return this.#read()['lead'] !== undefined
  }

  get pending(): PendingTurn | undefined {
    const pending = asObject(this.#read()['pending'])
    const idempotencyKey = asText(pending?.['idempotencyKey'])
    const firstEventId = asText(pending?.['firstEventId'])
    const question = asText(pending?.['question'])
    if (idempotencyKey === undefined || firstEventId === undefined || question === undefined) return undefined
    return { idempotencyKey, firstEventId, question }
  }

  turns(): WidgetTurn[] {
    const turns: WidgetTurn[] = []
    for (const message of objectsIn(this.#read()['chatHistory'])) {
      const text = asText(message['message']) ?? ''
      const last = turns.at(-1)
      if (message['type'] === 'userMessage') turns.push({ question: text, answer: '', artifacts: [] })
      else if (last && last.answer === '') {
        const artifacts = readArtifacts(message['artifacts'])
        Object.assign(last, { answer: text, artifacts, messageId: asText(message['messageId']) })
      }
    }
    return turns
  }

  /** Starts over; who the visitor is stays known. */
  begin(chatId: string): void {
    const { lead } = this.#read()
    this.#write({ chatId, ...(lead !== undefined && { lead }) })
  }

  keep(change: { turns?: readonly WidgetTurn[]; lead?: Record<string, string>; pending?: PendingTurn | null }): void {
    const { pending: before, ...stored } = this.#read()
    const pending = change.pending === undefined ? before : (change.pending ?? undefined)
    this.#write({
      ...stored,
      ...(change.turns && { chatHistory: change.turns.slice(-100).flatMap(messagesOf) }),
      ...(change.lead && { lead: change.lead }),
      ...(pending !== undefined && { pending }),
    })
  }

  #read(): JsonObject {
    try {
      return asObject(JSON.parse(localStorage.getItem(this.#key) ?? '{}')) ?? {}
    } catch {
      // Storage is closed to embedded pages in some browsers: the chat works, it is only not remembered.
      return {}
    }
  }

  #write(value: JsonObject): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(value))
    } catch {
      // As above.
    }
  }
}

function messagesOf({ question, answer, artifacts, messageId }: WidgetTurn): JsonObject[] {
  // The bytes of others would soon fill the storage.
  const kept = artifacts.filter((artifact) => storedName(artifact) !== undefined)
  return [
    { message: question, type: 'userMessage' },
    {
      message: answer,
      type: 'apiMessage',
      ...(messageId !== undefined && { messageId }),
      ...(kept.length > 0 && { artifacts: kept }),
    },
  ]
}
