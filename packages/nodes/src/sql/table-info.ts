import { quoted, type Database, type Table } from './database.ts'

/** What a model must know about the tables to write a query: names, columns, and a few rows. */
export async function tableInfo(
  database: Database,
  options: { sampleRows: number; signal: AbortSignal },
): Promise<string> {
  return (await database.describe(options)).map(written).join('\n\n')
}

function written({ name, columns, sample }: Table): string {
  const shape = `${name} (${columns.map((column) => `${quoted(column.name)} ${column.type}`).join(', ')})`
  return [shape, ...sample].join('\n')
}
