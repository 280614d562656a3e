import type { EarlierList } from './value-texts.ts'

/** The lists of one chat that its next ones may go on from. */
export interface EarlierLists {
  get(slot: string): EarlierList | undefined
  set(slot: string, list: EarlierList): void
}

/** The lists of the chats that were used last. */
export interface ListMemory {
  of(chat: { flowId: string; chatId: string }): EarlierLists
}

interface Entry {
  lists: Map<string, { list: EarlierList; at: number }>
  size: number
  usedAt: number
}

/** What is remembered is known to be kept: nothing younger than this is ever forgotten while its chat is there. */
const REMEMBERED_MS = 3_600_000
const MOST_CHARACTERS = 8_000_000

export function createListMemory(now: () => number): ListMemory {
  const chats = new Map<string, Entry>()
  let total = 0
  const forget = (key: string, { size }: Entry): void => {
    total -= size
    chats.delete(key)
  }
  return {
    of({ flowId, chatId }) {
      const key = `${flowId}\n${chatId}`
      const known = chats.get(key)
      if (known && now() - known.usedAt > REMEMBERED_MS) forget(key, known)
      return {
        get(slot) {
          const kept = chats.get(key)?.lists.get(slot)
          // Its chat may go on for long with others, or with what is too short to be one.
          return kept && now() - kept.at <= REMEMBERED_MS ? kept.list : undefined
        },
        set(slot, list) {
          const at = now()
          const entry: Entry = chats.get(key) ?? { lists: new Map(), size: 0, usedAt: at }
          const more = sizeOf(list) - sizeOf(entry.lists.get(slot)?.list)
          entry.lists.set(slot, { list, at })
          entry.size += more
          entry.usedAt = at
          total += more
          // Last in the order of use.
          chats.delete(key)
          chats.set(key, entry)
          for (const [oldest, old] of chats) {
            if (total <= MOST_CHARACTERS) break
            forget(oldest, old)
          }
        },
      }
    },
  }
}

function sizeOf(list: EarlierList | undefined): number {
  let size = 0
  for (const item of list?.items ?? []) size += item.length
  return size
}
