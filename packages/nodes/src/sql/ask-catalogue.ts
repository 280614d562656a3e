import type { Client, QueryResultRow } from 'pg'

/**
 * Asks the database about itself inside a reading transaction. The locks this takes are let go at once: those that
 * remain tell which tables the query of a model reads.
 */
export async function askCatalogue<Row extends QueryResultRow>(
  client: Client,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await client.query('SAVEPOINT catalogue')
  const { rows } = await client.query<Row>(sql, values)
  await client.query('ROLLBACK TO SAVEPOINT catalogue')
  return rows
}
