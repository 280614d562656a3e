import type { Dialect } from './database.ts'

export interface Token {
  kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  /** A word as it is written, a name without its quotes, a text or number without its content, a sign itself. */
  value: string
  /** Where it begins. */
  at: number
}

/** A text that is not SQL as far as we can tell: `message` completes "because …". */
export class UnreadableSql extends Error {}

/**
 * The words, names and signs of a statement, read as the database reads them: what stands in quotes and comments is
 * neither. Every rule moves on from where the one before it ended, so that the time grows with the length alone.
 */
export function tokenizeSql(sql: string, dialect: Dialect): Token[] {
  const rules = dialect === 'PostgreSQL' ? postgresRules : sqliteRules
  const tokens: Token[] = []
  let at = 0
  while (at < sql.length) {
    const found = firstMatch(rules, sql, at)
    if (found.token) {
      // PostgreSQL reads the second as it began the first, so that it may end elsewhere than it seems to.
      if (dialect === 'PostgreSQL' && found.token.kind === 'text' && tokens.at(-1)?.kind === 'text')
        throw new UnreadableSql('it contains a string written in pieces')
      tokens.push({ ...found.token, at })
    }
    at = found.end
  }
  return tokens
}

interface Match {
  end: number
  /** Nothing for blanks and comments. */
  token?: Omit<Token, 'at'>
}

/** What begins at a place, or nothing when something else does. */
type Rule = (sql: string, at: number) => Match | undefined

function firstMatch(rules: readonly Rule[], sql: string, at: number): Match {
  for (const rule of rules) {
    const found = rule(sql, at)
    if (found) return found
  }
  return { end: at + 1, token: { kind: 'sign', value: sql.charAt(at) } }
}

// Any character beyond ASCII belongs to a word, also one that looks like a blank.
const word = sticky(/[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y, 'word')
const number = sticky(/\d+/y, 'number')

const blank: Rule = (sql, at) => {
  const end = endOf(/[ \t\n\r\f\v]+/y, sql, at)
  return end === undefined ? undefined : { end }
}

const lineComment: Rule = (sql, at) => {
  const end = sql.startsWith('--', at) ? endOf(/[^\n\r]*/y, sql, at) : undefined
  return end === undefined ? undefined : { end }
}

const plainText = quotedBy("'", { kind: 'text' })
const quotedName = quotedBy('"', { kind: 'name' })

/** PostgreSQL counts comments inside comments; SQLite ends all of them at the first end. */
function blockComment({ isNested }: { isNested: boolean }): Rule {
  return (sql, at) => {
    if (!sql.startsWith('/*', at)) return undefined
    const mark = /\/\*|\*\//g
    mark.lastIndex = at + 2
    let depth = 1
    while (depth > 0) {
      const found = mark.exec(sql)
      if (!found) {
        // SQLite takes the rest for a comment then.
        if (!isNested) return { end: sql.length }
        throw new UnreadableSql('it contains a comment without an end')
      }
      if (found[0] === '*/') depth -= 1
      else if (isNested) depth += 1
    }
    return { end: mark.lastIndex }
  }
}

/** `E'…'`: here a backslash takes the next character along, a quote too. */
const escapedText: Rule = (sql, at) => {
  if (!/[eE]/.test(sql.charAt(at)) || sql.charAt(at + 1) !== "'") return undefined
  let end = at + 2
  while (end < sql.length) {
    if (sql.charAt(end) === '\\') end += 2
    else if (sql.charAt(end) !== "'") end += 1
    else if (sql.charAt(end + 1) === "'") end += 2
    else return { end: end + 1, token: { kind: 'text', value: '' } }
  }
  throw new UnreadableSql('it contains a string without an end')
}

/** `$$…$$` and `$tag$…$tag$`. */
const dollarText: Rule = (sql, at) => {
  const opened = endOf(/\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y, sql, at)
  if (opened === undefined) return undefined
  const tag = sql.slice(at, opened)
  const closing = sql.indexOf(tag, opened)
  if (closing < 0) throw new UnreadableSql('it contains a string without an end')
  return { end: closing + tag.length, token: { kind: 'text', value: '' } }
}

/** `U&"\0061"` spells names in numbers: nobody needs it, and a name should be readable. */
const numberedName: Rule = (sql, at) => {
  if (endOf(/[uU]&"/y, sql, at) === undefined) return undefined
  throw new UnreadableSql('it contains a name written in numbers')
}

const postgresRules: readonly Rule[] = [
  blank,
  lineComment,
  blockComment({ isNested: true }),
  escapedText,
  dollarText,
  numberedName,
  plainText,
  quotedName,
  word,
  number,
]

const sqliteRules: readonly Rule[] = [
  blank,
  lineComment,
  blockComment({ isNested: false }),
  plainText,
  quotedName,
  quotedBy('`', { kind: 'name' }),
  bracketedName,
  word,
  number,
]

function bracketedName(sql: string, at: number): Match | undefined {
  if (sql.charAt(at) !== '[') return undefined
  const closing = sql.indexOf(']', at)
  if (closing < 0) throw new UnreadableSql('it contains a name without an end')
  return { end: closing + 1, token: { kind: 'name', value: sql.slice(at + 1, closing) } }
}

/** From a quote to the next one; two of them stand for one. */
function quotedBy(quote: string, { kind }: { kind: 'text' | 'name' }): Rule {
  return (sql, at) => {
    if (sql.charAt(at) !== quote) return undefined
    let closing = sql.indexOf(quote, at + 1)
    while (closing >= 0 && sql.charAt(closing + 1) === quote) closing = sql.indexOf(quote, closing + 2)
    if (closing < 0) throw new UnreadableSql(`it contains a ${kind} without an end`)
    const value = kind === 'text' ? '' : sql.slice(at + 1, closing).replaceAll(quote + quote, quote)
    return { end: closing + 1, token: { kind, value } }
  }
}

function sticky(pattern: RegExp, kind: 'word' | 'number'): Rule {
  return (sql, at) => {
    const end = endOf(pattern, sql, at)
    return end === undefined ? undefined : { end, token: { kind, value: kind === 'word' ? sql.slice(at, end) : '' } }
  }
}

/** Where a sticky pattern ends that begins at a place. */
function endOf(pattern: RegExp, sql: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : undefined
}
