import { AppError, type SearchTest, type SearchTestRun } from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import type { KnowledgeService } from './knowledge-service.ts'
import type { PassageStore } from './passage-store.ts'
import type { QueryService } from './query-service.ts'
import type { SearchTestRow, SearchTestStore } from './search-test-store.ts'

export type SearchTestService = ReturnType<typeof createSearchTestService>

interface SearchTestDependencies {
  knowledge: Pick<KnowledgeService, 'requireStore'>
  passages: Pick<PassageStore, 'find' | 'visible'>
  queries: Pick<QueryService, 'query'>
  tests: SearchTestStore
  now: () => Date
}

/** A set is asked while somebody waits. */
const MOST_TESTS = 200
const ASKED_AT_ONCE = 4
/** As many as people look through. */
const USUAL_K = 10

/** Questions that are kept with the passage they are to find, and how a search does on them. */
export function createSearchTestService({ knowledge, passages, queries, tests, now }: SearchTestDependencies) {
  const views = async (rows: readonly SearchTestRow[]): Promise<SearchTest[]> => {
    const there = await passages.visible(rows.map(({ passage_id: id }) => id))
    const byId = new Map(there.map((row) => [row.id, row]))
    return rows.map((row) => toTest(row, byId.get(row.passage_id)))
  }

  return {
    async list(storeId: string): Promise<SearchTest[]> {
      await knowledge.requireStore(storeId)
      return views(await tests.list(storeId))
    },

    async keep(storeId: string, { question, passageId }: { question: string; passageId: string }): Promise<SearchTest> {
      await knowledge.requireStore(storeId)
      const passage = await passages.find(passageId)
      if (passage?.store_id !== storeId) throw new AppError('passage-not-found', { id: passageId })
      const row: SearchTestRow = {
        id: randomUUID(),
        store_id: storeId,
        question,
        passage_id: passageId,
        content: passage.content,
        document: passage.document,
        created_date: now().toISOString(),
      }
      if (!(await tests.keep(row, MOST_TESTS))) throw full()
      return toTest(row, passage)
    },

    async delete(storeId: string, id: string): Promise<void> {
      await knowledge.requireStore(storeId)
      if (!(await tests.delete(storeId, id))) throw new AppError('search-test-not-found', { id })
    },

    /** Asks through the one search that flows use. */
    async run(storeId: string, inputs: Record<string, unknown> = {}): Promise<SearchTestRun> {
      await knowledge.requireStore(storeId)
      const startedAt = performance.now()
      const rows = await tests.list(storeId)
      const asked: Record<string, unknown> = { topK: USUAL_K, ...inputs }
      const results: SearchTestRun['results'] = []
      for (let at = 0; at < rows.length; at += ASKED_AT_ONCE) {
        const some = rows.slice(at, at + ASKED_AT_ONCE).map(async (row) => {
          const { docs } = await queries.query({ storeId, query: row.question, inputs: asked })
          return { id: row.id, rank: rankOf(row, docs) }
        })
        for (const result of await Promise.all(some)) results.push(result)
      }
      const ranks = results.flatMap(({ rank }) => (rank === null ? [] : [rank]))
      return {
        timeTaken: Math.round(performance.now() - startedAt),
        k: Number(asked['topK']) || USUAL_K,
        asked: results.length,
        foundFirst: ranks.filter((rank) => rank === 1).length,
        found: ranks.length,
        meanRank: ranks.length === 0 ? null : ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length,
        results,
      }
    },
  }
}

/** A passage that a load made anew of the same words is the same to whoever asks. */
function rankOf(
  { passage_id: id, content }: SearchTestRow,
  docs: readonly { id: string; pageContent: string }[],
): number | null {
  const at = docs.findIndex((doc) => doc.id === id || doc.pageContent === content)
  return at < 0 ? null : at + 1
}

function toTest(row: SearchTestRow, passage: { content: string; document: string } | undefined): SearchTest {
  return {
    id: row.id,
    question: row.question,
    passageId: row.passage_id,
    pageContent: passage?.content ?? row.content,
    document: passage?.document ?? row.document,
    isGone: passage === undefined,
    createdDate: row.created_date,
  }
}

function full(): AppError<'invalid-request'> {
  const message = `A knowledge base can have ${MOST_TESTS} tests. Delete one first.`
  return new AppError('invalid-request', { issues: [{ path: 'body.question', message }] }, { message })
}
