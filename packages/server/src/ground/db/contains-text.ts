import { sql, type RawBuilder } from 'kysely'

/**
 * Whether a column holds a text, whatever the case. The database lowers both sides: SQLite knows ASCII letters only, and
 * would never find an "Ü" that was lowered before.
 */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.trim().replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`
}
