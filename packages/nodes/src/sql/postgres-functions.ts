import { NodeError } from '@chatwright/core'
import type { Client } from 'pg'
import { askCatalogue } from './ask-catalogue.ts'
import type { Token } from './tokenize-sql.ts'

/** Functions of PostgreSQL that answer differently each time and change nothing. */
const harmless = new Set([
  'bernoulli',
  'clock_timestamp',
  'gen_random_uuid',
  'pg_column_size',
  'pg_typeof',
  'random',
  'random_normal',
  'system',
  'timeofday',
  'uuidv4',
  'uuidv7',
])

/** Those that change nothing either, but read what no table of the builder's choice holds: tables by name, settings, comments. */
const prying = /^(?:(?:table|schema|database)_to_xml|current_setting$|(?:col|obj|shobj)_description$|aclexplode$)/

/**
 * A transaction that can only read still runs functions that act: end the connections of others, lock, speak to other
 * servers. The database knows which functions promise to change nothing; the others are refused, by name.
 */
export async function refuseActingFunctions(client: Client, tokens: readonly Token[]): Promise<void> {
  const called: string[] = []
  const mentioned: string[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue
    const next = tokens[index + 1]
    const isCall = next?.kind === 'sign' && next.value === '('
    ;(isCall ? called : mentioned).push(databaseName(token))
  }
  const functions = await askCatalogue<PostgresFunction>(client, findFunctions, [called, mentioned])
  const acting = functions.find((each) => !isReading(each))
  if (!acting) return
  throw new NodeError(`The model's query was blocked because it uses the function "${acting.name}".`, {
    code: 'refused',
    hint: acting.isOwn
      ? 'Database functions are allowed if they are declared STABLE or IMMUTABLE. Functions of extensions must be IMMUTABLE.'
      : 'Only functions that read and change nothing are allowed.',
  })
}

/** A name as the database looks it up: capitals count inside quotes only, and the end of a long one never. */
export function databaseName({ kind, value }: Token): string {
  const name = kind === 'word' ? value.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : value
  return name.length < longestName / 4 ? name : Buffer.from(name).subarray(0, longestName).toString()
}

/** In bytes. */
const longestName = 63

interface PostgresFunction {
  name: string
  /** Not one that comes with PostgreSQL. */
  isOwn: boolean
  volatility: 'i' | 's' | 'v'
  language: string
}

function isReading({ name, isOwn, volatility, language }: PostgresFunction): boolean {
  if (isOwn) {
    // An extension can run any text it is given as a query, and call itself stable.
    return volatility === 'i' || (volatility === 's' && language !== 'c')
  }
  if (harmless.has(name)) return true
  return volatility !== 'v' && !prying.test(name) && (volatility === 'i' || !name.startsWith('pg_'))
}

/** `row.function` calls a function of rows without brackets; functions of other things are called with brackets only. */
const findFunctions = `SELECT DISTINCT p.proname AS name, n.nspname <> 'pg_catalog' AS "isOwn",
    p.provolatile AS volatility, l.lanname AS language
  FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  JOIN pg_catalog.pg_language l ON l.oid = p.prolang
  WHERE p.proname = ANY ($1::text[])
    OR (p.proname = ANY ($2::text[]) AND p.pronargs > 0 AND p.pronargs - p.pronargdefaults <= 1
      AND EXISTS (SELECT FROM pg_catalog.pg_type t WHERE t.oid = p.proargtypes[0] AND t.typtype IN ('c', 'p')))
  ORDER BY name`
