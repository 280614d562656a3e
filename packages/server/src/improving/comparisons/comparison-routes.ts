import { deleteComparison, getComparison, listComparisons, startComparison } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ComparisonService } from './comparison-service.ts'

export const comparisonRoutes = (comparisons: ComparisonService): Handler[] => [
  handle(listComparisons, ({ query }) => comparisons.list(query)),
  handle(startComparison, ({ body }) => comparisons.start(body)),
  handle(getComparison, ({ params }) => comparisons.get(params.id)),
  handle(deleteComparison, ({ params }) => comparisons.delete(params.id)),
]
