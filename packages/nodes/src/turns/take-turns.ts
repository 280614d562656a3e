import { setImmediate } from 'node:timers/promises'

/** For so long nobody else is answered. */
const TURN_MS = 10

/** Long work in the server's own thread, a little at a time: between two turns everybody else is answered. */
export class Turn {
  #began = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MS
  }

  async next(): Promise<void> {
    await setImmediate()
    this.#began = performance.now()
  }
}

/** Everything out of a list or generator, however much it is. */
export async function collectInTurns<Item>(items: Iterable<Item>): Promise<Item[]> {
  return mapInTurns(items, (item) => item)
}

export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const turn = new Turn()
  const results: Result[] = []
  for (const item of items) {
    results.push(work(item, results.length))
    if (turn.isOver) await turn.next()
  }
  return results
}

const JOINED_AT_ONCE = 1000

/** The texts of however many documents, one below the other. */
export async function joinTexts(documents: ReadonlyArray<{ pageContent: string }>): Promise<string> {
  const turn = new Turn()
  const blocks: string[] = []
  for (let start = 0; start < documents.length; start += JOINED_AT_ONCE) {
    const block = documents.slice(start, start + JOINED_AT_ONCE)
    blocks.push(block.map(({ pageContent }) => pageContent).join('\n'))
    if (turn.isOver) await turn.next()
  }
  return blocks.join('\n')
}
