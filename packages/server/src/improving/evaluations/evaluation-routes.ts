import { getDataset, getEvaluation, listDatasets, listEvaluations } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ComparisonService } from '../comparisons/comparison-service.ts'
import type { TestSetService } from '../test-sets/test-set-service.ts'
import { toDataset, toDatasetRows, toEvaluation, toEvaluationRow } from './older-views.ts'

export interface EvaluationRouteOptions {
  tests: Pick<TestSetService, 'list' | 'get' | 'cases'>
  comparisons: Pick<ComparisonService, 'list' | 'get'>
}

/** Test sets and comparisons at the addresses, and in the shapes, of the older product's datasets and evaluations. */
export const evaluationRoutes = ({ tests, comparisons }: EvaluationRouteOptions): Handler[] => [
  handle(listDatasets, async ({ query }) => listed((await newest(tests.list)).map(toDataset), query)),
  handle(getDataset, async ({ params, query }) => {
    const dataset = toDataset(await tests.get(params.id))
    const rows = toDatasetRows(await newest((at) => tests.cases(params.id, at)))
    return { ...dataset, rows: pageOf(rows, query), total: rows.length }
  }),
  handle(listEvaluations, async ({ query }) => listed((await newest(comparisons.list)).map(toEvaluation), query)),
  handle(getEvaluation, async ({ params }) => {
    const { items, ...comparison } = await comparisons.get(params.id)
    const rows = items.map((item) => toEvaluationRow(item, comparison))
    return { ...toEvaluation(comparison), versionCount: 1, versionNo: 1, rows }
  }),
]

/** The clients that read these know no other way to go on than by numbers, so there is an end to what they can come to. */
const MOST_PAGES = 5
const AT_ONCE = 200

type List<Item> = (at: { limit: number; cursor?: string | undefined }) => Promise<{
  items: Item[]
  nextCursor: string | null
}>

async function newest<Item>(list: List<Item>): Promise<Item[]> {
  const pages: Item[][] = []
  for (let cursor: string | undefined; pages.length < MOST_PAGES;) {
    const { items, nextCursor } = await list({ limit: AT_ONCE, cursor })
    pages.push(items)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return pages.flat()
}

interface OlderPage {
  page?: number | undefined
  limit?: number | undefined
}

function listed<Item>(items: Item[], query: OlderPage): Item[] | { data: Item[]; total: number } {
  const isPaged = query.page !== undefined && query.limit !== undefined
  return isPaged ? { data: pageOf(items, query), total: items.length } : items
}

function pageOf<Item>(items: Item[], { page, limit }: OlderPage): Item[] {
  return page === undefined || limit === undefined ? items : items.slice((page - 1) * limit, page * limit)
}
