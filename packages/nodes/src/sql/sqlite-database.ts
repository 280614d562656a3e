import { NodeError, type NodeContext } from '@chatwright/core'
import { queryTimeoutMs, type Database, type Table } from './database.ts'
import type { SqliteTask } from './query-sqlite.ts'
import type { TableChoice } from './table-choice.ts'

const memoryMb = 512

/**
 * A SQLite file below the folder the operator opened. Every query runs in a child process on a copy of its bytes: a
 * query that never ends is ended there, and nothing it does can reach the file.
 */
export function sqliteDatabase(
  { path, choice }: { path: string; choice: TableChoice },
  context: Pick<NodeContext, 'files' | 'isolate'>,
): Database {
  const run = async <Output>(wanted: SqliteTask['wanted'], signal: AbortSignal): Promise<Output> => {
    const { bytes } = await context.files.read(path)
    const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const module = new URL(`./query-sqlite.${ending}`, import.meta.url)
    const task: SqliteTask = { bytes, choice, wanted }
    try {
      return await context.isolate<Output>(module, task, { timeoutMs: queryTimeoutMs, memoryMb, signal })
    } catch (error) {
      throw error instanceof NodeError && error.code === 'timeout' ? tooSlow(error) : error
    }
  }
  return {
    dialect: 'SQLite',
    describe: ({ sampleRows, signal }) => run<Table[]>({ tables: { sampleRows } }, signal),
    query: (sql, { limit, signal }) => run<string[]>({ rows: { sql, limit } }, signal),
  }
}

function tooSlow(cause: NodeError): NodeError {
  return new NodeError(`The query was stopped after ${queryTimeoutMs / 1000} seconds.`, {
    code: 'timeout',
    hint: 'Request less data at once, or name the tables in this node.',
    cause,
  })
}
