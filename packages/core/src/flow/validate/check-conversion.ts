import type { CatalogueIndex } from '../catalogue-index.ts'
import type { Flow } from '../document.ts'
import { convertOlderFlow } from '../older/convert-older.ts'
import type { Problem } from './problem.ts'

/** What keeps a flow of the first agent kind from running: the node that cannot become a step. */
export function checkConversion(flow: Flow, index: Pick<CatalogueIndex, 'describe'>): Problem[] {
  const { refusal } = convertOlderFlow(flow, { describe: (name) => index.describe(name), ids: 'kept' })
  if (!refusal) return []
  return [{ code: 'no-step', severity: 'error', nodeId: refusal.nodeId, message: refusal.message, fix: refusal.hint }]
}
