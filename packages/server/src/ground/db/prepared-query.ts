import { CompiledQuery, type Compilable, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * A query whose text is made once, for the few on the way of every answer. It is written with any values; run, it takes
 * others in the order in which they stand in its text.
 */
export function preparedQuery<Row>(
  written: Compilable<Row>,
): (
  db: Pick<Kysely<Schema>, 'executeQuery'>,
  values: readonly unknown[],
) => Promise<{ rows: Row[]; affected: number }> {
  const { sql, parameters } = written.compile()
  return async (db, values) => {
    if (values.length !== parameters.length) throw new Error(`The query takes ${parameters.length} values: ${sql}`)
    const { rows, numAffectedRows = 0n } = await db.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))
    return { rows, affected: Number(numAffectedRows) }
  }
}
