import { CompiledQuery, type Compilable, type Insertable, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** One statement of a write. Its text is made once: making it anew costs more than running it. */
export interface WriteStep {
  readonly sql: string
  readonly values: readonly unknown[]
  /** When it changes nothing, the steps after it are left out. */
  readonly isCondition?: boolean
}

/** A column that the database fills: the text that takes one value, and where in the row that value is. */
export interface ComputedColumn<Table extends keyof Schema> {
  expression: RawBuilder<unknown>
  boundTo(row: Insertable<Schema[Table]>): unknown
}

/** An insert for the way of every answer. */
export function preparedInsert<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
  computed: Partial<Record<keyof Schema[Table] & string, ComputedColumn<Table>>> = {},
): (row: Insertable<Schema[Table]>) => WriteStep {
  const sample = Object.fromEntries(columns.map((column) => [column, computed[column]?.expression ?? '']))
  const bound = columns.flatMap((column, at) => {
    const boundTo = computed[column]?.boundTo
    return boundTo ? [{ at, boundTo }] : []
  })
  const { sql } = db
    .insertInto(table)
    .values(sample as Insertable<Schema[Table]>)
    .compile()
  return (row) => {
    const values: unknown[] = columns.map((column) => (row as Record<string, unknown>)[column] ?? null)
    for (const { at, boundTo } of bound) values[at] = boundTo(row)
    return { sql, values }
  }
}

/**
 * A change that later steps depend on. It is written with any values; run, it takes others in the order in which they stand
 * in its text.
 */
export function preparedCondition(written: Compilable): (values: readonly unknown[]) => WriteStep {
  const { sql, parameters } = written.compile()
  return (values) => {
    if (values.length !== parameters.length) throw new Error(`The change takes ${parameters.length} values: ${sql}`)
    return { sql, values, isCondition: true }
  }
}

/** Runs steps in a transaction. False when a condition was not met. */
export async function runSteps(transaction: Transaction<Schema>, steps: readonly WriteStep[]): Promise<boolean> {
  for (const { sql, values, isCondition } of steps) {
    const { numAffectedRows = 0n } = await transaction.executeQuery(CompiledQuery.raw(sql, [...values]))
    if (isCondition && numAffectedRows === 0n) return false
  }
  return true
}

/** Several lists, one after the other. False for a list whose condition was not met. */
export async function runLists(
  transaction: Transaction<Schema>,
  writes: readonly (readonly WriteStep[])[],
): Promise<boolean[]> {
  const done: boolean[] = []
  for (const steps of writes) done.push(await runSteps(transaction, steps))
  return done
}
