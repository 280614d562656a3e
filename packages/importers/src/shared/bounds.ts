import { ImportError } from './import-error.ts'

/** What a file may hold. Far above what people draw, and little enough to be read in a moment. */
export const MOST_CHARACTERS = 20 * 1024 * 1024
export const MOST_NODES = 2000
export const MOST_EDGES = 10_000
export const MOST_VALUES = 1_000_000
export const MOST_FLOWS = 200

export function checkCount(what: 'nodes' | 'connections' | 'flows', count: number): void {
  const most = { nodes: MOST_NODES, connections: MOST_EDGES, flows: MOST_FLOWS }[what]
  if (count <= most) return
  throw new ImportError(
    `The file has ${count.toLocaleString('en')} ${what}. At most ${most.toLocaleString('en')} can be imported. Split it into smaller flows.`,
  )
}
