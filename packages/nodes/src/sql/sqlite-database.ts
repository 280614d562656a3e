import { NodeError, type NodeContext } from '@chatwright/core'
import { limited, queryTimeoutMs, type Database, type Row, type Table } from './database.ts'
import type { SqliteTask } from './query-sqlite.ts'

const memoryMb = 512

/**
 * A SQLite file below the folder the operator opened. Every query runs in a child process on a copy of its bytes: a
 * query that never ends is ended there, and nothing it does can reach the file.
 */
export function sqliteDatabase(path: string, context: Pick<NodeContext, 'files' | 'isolate'>): Database {
  const run = async <Output>(task: Omit<SqliteTask, 'bytes'>, signal: AbortSignal): Promise<Output> => {
    const { bytes } = await context.files.read(path)
    const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const module = new URL(`./query-sqlite.${ending}`, import.meta.url)
    try {
      return await context.isolate<Output>(module, { ...task, bytes }, { timeoutMs: queryTimeoutMs, memoryMb, signal })
    } catch (error) {
      throw error instanceof NodeError && error.code === 'timeout' ? tooSlow(error) : error
    }
  }
  return {
    dialect: 'SQLite',
    tables: (signal) => run<Table[]>({ wanted: 'tables' }, signal),
    query: (sql, { limit, signal }) => run<Row[]>({ wanted: 'rows', sql: limited(sql, limit) }, signal),
  }
}

function tooSlow(cause: NodeError): NodeError {
  return new NodeError(`The query was ended after ${queryTimeoutMs / 1000} seconds.`, {
    code: 'timeout',
    hint: 'Ask for less at once, or name the tables to use in this node.',
    cause,
  })
}
