import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many rows are read for several at a time. */
const MOST_TOGETHER = 1000

interface Asked<Row> {
  seqs: Set<number>
  rows: Promise<Map<number, Row>>
}

/**
 * Reads rows by their numbers, in one statement for all who ask for the same kind in the same turn, as far as they are few:
 * a statement for each costs more than the rows it brings.
 */
export function createSharedReads<Row extends { seq: number }>() {
  const asked = new Map<string, Asked<Row>>()
  return (
    kind: string,
    seqs: readonly number[],
    read: (seqs: number[]) => Promise<Row[]>,
  ): Promise<Map<number, Row>> => {
    const others = asked.get(kind)
    if (others && others.seqs.size + seqs.length <= MOST_TOGETHER) {
      for (const seq of seqs) others.seqs.add(seq)
      return others.rows
    }
    const all = new Set(seqs)
    const rows = nextTurn().then(async () => {
      if (asked.get(kind)?.seqs === all) asked.delete(kind)
      return new Map((await read([...all])).map((row) => [row.seq, row]))
    })
    asked.set(kind, { seqs: all, rows })
    return rows
  }
}
