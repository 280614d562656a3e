import { RecentValues } from '@chatwright/core'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChatflowStore, ListedRow } from './chatflow-store.ts'
import { firstPrompt, LONGEST_READ, type Describe } from './first-prompt.ts'

type SavedFlow = Pick<ListedRow, 'id' | 'version' | 'state'>

/** How the first prompts of flows begin, by their ids. */
type PromptLines = (flows: readonly SavedFlow[]) => Promise<Map<string, string>>

const KEPT_LINES = 5000
/** Graphs are read and forgotten a few at a time: others are answered in between. */
const GRAPHS_AT_ONCE = 10

/** Each graph is read once for every time it was saved, however often it is listed. */
export function createPromptLines({ graphs }: Pick<ChatflowStore, 'graphs'>, describe: Describe): PromptLines {
  /** Nothing, where it has no prompt. */
  const known = new RecentValues<string>(KEPT_LINES)
  return async (flows) => {
    const lines = new Map<string, string>()
    const unread: string[] = []
    for (const flow of flows) {
      const line = known.get(keyOf(flow))
      if (line === undefined) unread.push(flow.id)
      else if (line !== '') lines.set(flow.id, line)
    }
    for (let start = 0; start < unread.length; start += GRAPHS_AT_ONCE) {
      for (const flow of await graphs(unread.slice(start, start + GRAPHS_AT_ONCE), LONGEST_READ)) {
        const line = firstPrompt(flow.flow_data, describe)
        known.set(keyOf(flow), line ?? '')
        if (line !== undefined) lines.set(flow.id, line)
      }
      await nextTurn()
    }
    return lines
  }
}

function keyOf({ id, version, state }: SavedFlow): string {
  return `${id}@${version} ${state}`
}
