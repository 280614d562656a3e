import type { AskedText } from '../questions/repeated-texts.ts'
import { placesIn, type PlaceInQuestion } from './question-pieces.ts'
import type { EarlierLists, ListMemory } from './earlier-lists.ts'
import type { EarlierList, Values } from './value-texts.ts'

/** A text of a recorded value, for the chat that it belongs to. */
export interface KeptValue {
  flowId: string
  chatId: string
  hash: string
  text: string
}

/** What calls of one run were asked and came to, until it is committed together with the events that name it. */
export class PendingValues implements EarlierLists {
  readonly #chat: { flowId: string; chatId: string }
  readonly #memory: ListMemory
  readonly #waiting = new Map<string, KeptValue>()
  readonly #placeInQuestion: PlaceInQuestion | undefined
  readonly #lists = new Map<string, EarlierList>()

  constructor(chat: { flowId: string; chatId: string }, memory: ListMemory, asked: readonly AskedText[] = []) {
    this.#chat = chat
    this.#memory = memory
    this.#placeInQuestion = asked.length > 0 ? placesIn(asked) : undefined
  }

  /** What a list may go on from: one of this run, or one that is committed. */
  get(slot: string): EarlierList | undefined {
    return this.#lists.get(slot) ?? this.#memory.of(this.#chat).get(slot)
  }

  set(slot: string, list: EarlierList): void {
    this.#lists.set(slot, list)
  }

  add(texts: Values): void {
    const { flowId, chatId } = this.#chat
    for (const [hash, text] of texts)
      this.#waiting.set(hash, { flowId, chatId, hash, text: this.#placeInQuestion?.(text) ?? text })
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
    const remembered = this.#memory.of(this.#chat)
    for (const [slot, list] of this.#lists) remembered.set(slot, list)
  }
}
