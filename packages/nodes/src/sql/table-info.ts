import { quoted, type Database, type Table } from './database.ts'

export interface TableChoice {
  include: readonly string[]
  ignore: readonly string[]
  sampleRows: number
}

/** What a model must know about the tables to write a query: names, columns, and a few rows. */
export async function tableInfo(database: Database, choice: TableChoice, signal: AbortSignal): Promise<string> {
  const all = await database.tables(signal)
  const chosen = all.filter(
    ({ name }) => (choice.include.length === 0 || choice.include.includes(name)) && !choice.ignore.includes(name),
  )
  const described: string[] = []
  for (const table of chosen) described.push(await describeTable(database, table, { ...choice, signal }))
  return described.join('\n\n')
}

async function describeTable(
  database: Database,
  { name, columns }: Table,
  { sampleRows, signal }: { sampleRows: number; signal: AbortSignal },
): Promise<string> {
  const shape = `${quoted(name)} (${columns.map((column) => `${quoted(column.name)} ${column.type}`).join(', ')})`
  if (sampleRows === 0) return shape
  const rows = await database.query(`SELECT * FROM ${quoted(name)}`, { limit: sampleRows, signal })
  return [shape, ...rows.map((row) => JSON.stringify(row).slice(0, 500))].join('\n')
}
