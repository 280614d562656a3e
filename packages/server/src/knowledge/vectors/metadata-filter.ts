import { NodeError } from '@chatwright/core'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database } from '../../ground/db/database.ts'

type Plain = string | number | boolean

/** Conditions on metadata: a value that must be equal, or a list of which one must be. */
export function metadataConditions(
  kind: Database['kind'],
  filter: Record<string, unknown> | undefined,
): Expression<SqlBool>[] {
  return Object.entries(filter ?? {}).map(([name, wanted]) => {
    const values = Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]
    if (values.length === 0 || !values.every(isPlain)) throw notUnderstood(name)
    return sql<SqlBool>`(${sql.join(
      values.map((value) => (kind === 'sqlite' ? sqliteCondition(name, value) : postgresCondition(name, value))),
      sql` or `,
    )})`
  })
}

function sqliteCondition(name: string, value: Plain): Expression<SqlBool> {
  if (/["\\]/.test(name)) throw notUnderstood(name)
  const path = `$."${name}"`
  // The type is compared too: to SQLite true is 1.
  const types =
    typeof value === 'boolean' ? [String(value)] : typeof value === 'number' ? ['integer', 'real'] : ['text']
  return sql<SqlBool>`(json_extract(vector_document.metadata, ${path}) = ${value}
    and json_type(vector_document.metadata, ${path}) in (${sql.join(types)}))`
}

function postgresCondition(name: string, value: Plain): Expression<SqlBool> {
  return sql<SqlBool>`vector_document.metadata::jsonb @> ${JSON.stringify({ [name]: value })}::jsonb`
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function notUnderstood(name: string): NodeError {
  return new NodeError(`The metadata filter can't be applied to "${name}".`, {
    code: 'bad-input',
    hint: 'Give each name a string, a number, true or false, or a list of them.',
  })
}
