import { NodeError } from '@chatwright/core'
import { firstCodeBlock } from '../model-values/find-written.ts'
import type { Dialect } from './database.ts'
import { tokenizeSql, UnreadableSql, type Token } from './tokenize-sql.ts'

const longestQuery = 20_000
const readers = new Set(['select', 'with', 'values', 'table'])
const writers = new Set(['insert', 'update', 'delete', 'merge', 'replace'])

/**
 * The one SELECT in what a model wrote, without code fences. This explains early and in words what the database would
 * refuse; that nothing can be written is seen to by the connection, the process or the copy it runs on.
 */
export function selectOnly(text: string, dialect: Dialect): string {
  if (text.length > longestQuery) throw refused('it is too long', text)
  const statement = (firstCodeBlock(text) ?? text)
    .trim()
    .replace(/^(?:SQLQuery|SQL)\s*:/i, '')
    .trim()
  const tokens = tokensOf(statement, dialect)
  const last = tokens.at(-1)
  const isEnded = last !== undefined && isSign(last, ';')
  const why = whyNot(isEnded ? tokens.slice(0, -1) : tokens)
  if (why !== undefined) throw refused(why, statement)
  return isEnded ? statement.slice(0, last.at).trimEnd() : statement
}

function tokensOf(statement: string, dialect: Dialect): Token[] {
  try {
    return tokenizeSql(statement, dialect)
  } catch (error) {
    throw error instanceof UnreadableSql ? refused(error.message, statement) : error
  }
}

function whyNot(tokens: readonly Token[]): string | undefined {
  const first = tokens.find((token) => !isSign(token, '('))
  if (!first || first.kind !== 'word' || !readers.has(first.value.toLowerCase())) return "it isn't a SELECT"
  if (tokens.some((token) => isSign(token, ';'))) return 'it contains more than one statement'
  // A statement inside a WITH begins after a bracket, the one that uses it after the last of them.
  const writer = tokens.find((token, index) => {
    const before = tokens[index - 1]
    const isStart = before !== undefined && (isSign(before, '(') || isSign(before, ')'))
    const after = tokens[index + 1]
    const isCall = after !== undefined && isSign(after, '(')
    return isStart && !isCall && token.kind === 'word' && writers.has(token.value.toLowerCase())
  })
  return writer && `it uses "${writer.value}"`
}

function isSign(token: Token, value: string): boolean {
  return token.kind === 'sign' && token.value === value
}

function refused(why: string, statement: string): NodeError {
  return new NodeError(`The model's query was blocked because ${why}: ${statement.slice(0, 300)}`, {
    code: 'refused',
    hint: 'Only read queries are allowed. Ask a question that a lookup can answer.',
  })
}
