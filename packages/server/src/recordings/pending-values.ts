import type { EarlierList } from './value-texts.ts'
import type { EarlierLists } from './earlier-lists.ts'

/** A text of a recorded value, for the chat that it belongs to. */
export interface KeptValue {
  flowId: string
  chatId: string
  hash: string
  text: string
}

/** What calls of one run were asked and came to, until it is committed together with the events that name it. */
export class PendingValues {
  readonly #waiting = new Map<string, KeptValue>()
  readonly #lists = new Map<string, EarlierList>()
  readonly #chat: { flowId: string; chatId: string }
  readonly #remembered: EarlierLists
  /** What lists may go on from: those of this run, and those that are committed. */
  readonly lists: EarlierLists

  constructor(chat: { flowId: string; chatId: string }, remembered: EarlierLists) {
    this.#chat = chat
    this.#remembered = remembered
    this.lists = {
      get: (slot) => this.#lists.get(slot) ?? remembered.get(slot),
      set: (slot, list) => void this.#lists.set(slot, list),
    }
  }

  add(texts: ReadonlyMap<string, string>): void {
    const { flowId, chatId } = this.#chat
    for (const [hash, text] of texts) this.#waiting.set(hash, { flowId, chatId, hash, text })
  }

  waiting(): KeptValue[] {
    return [...this.#waiting.values()]
  }

  /** These are committed. */
  forget(kept: readonly KeptValue[]): void {
    for (const { hash } of kept) this.#waiting.delete(hash)
  }

  /** The run has ended and all of it is committed: the next of its chat may go on from its lists. */
  remember(): void {
    for (const [slot, list] of this.#lists) this.#remembered.set(slot, list)
  }
}
