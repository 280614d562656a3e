import Libsql from 'libsql'
import { afterAll } from 'vitest'
import { openEmptySchema } from '../testing/own-database.ts'

/** Tables that grow to millions of rows. On SQLite whatever looks through one of them holds up everybody meanwhile. */
const LARGE =
  'chat_message|run|run_event|run_wait|knowledge_passage|vector_document|vector_embedding|feedback|lead|delivery'
const SCAN = new RegExp(String.raw`^SCAN (${LARGE})$`)

/** Whole tables are read in order to be exported. */
const PICKS = /\bwhere\b/

interface Watched {
  prepare(sql: string): Libsql.Statement
  /** What was prepared since the last look, and what was looked at. Files that share a worker share it. */
  unseen?: Set<string>
  seen?: Set<string>
}

const connection = Libsql.prototype as unknown as Watched
if (!connection.unseen) {
  const unseen = new Set<string>()
  const seen = new Set<string>()
  const { prepare } = connection
  Object.assign(connection, {
    unseen,
    seen,
    prepare(this: Watched, sql: string) {
      const isNew = !seen.has(sql) && !unseen.has(sql)
      if (isNew && /^\s*(?:select|update|delete|with)\b/i.test(sql) && PICKS.test(sql) && !isOfTest()) unseen.add(sql)
      return prepare.call(this, sql)
    },
  })
}

/** What a test asks the database by itself is asked of a few rows. */
function isOfTest(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return /\.test\.ts:/.test(stack)
}

afterAll(async () => {
  const { unseen = new Set(), seen = new Set() } = connection
  const statements = [...unseen]
  for (const sql of statements) seen.add(sql)
  unseen.clear()
  if (statements.length === 0) return
  const scans = await scansIn(statements)
  if (scans.length > 0) throw new Error(`These look through all of a table that grows:\n${scans.join('\n')}`)
})

/** Statements that look through all of a large table, though they want some of it. */
async function scansIn(statements: readonly string[]): Promise<string[]> {
  const database = await openEmptySchema()
  try {
    return statements.filter((sql) => plan(database, sql).some((step) => SCAN.test(step)))
  } finally {
    database.close()
  }
}

/** Nothing of what asks for tables of its own. */
function plan(database: Libsql.Database, sql: string): string[] {
  try {
    const values = Array.from(sql.matchAll(/\?/g), () => 1)
    const steps = database.prepare(`explain query plan ${sql}`).all(values) as { detail: string }[]
    return steps.map(({ detail }) => detail)
  } catch {
    return []
  }
}
