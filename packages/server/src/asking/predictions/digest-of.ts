import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** So much is written and hashed before everybody else has a turn. */
const TURN_CHARACTERS = 1024 ** 2

/** The SHA-256 of a value as JSON: a request may hold files of tens of megabytes. */
export async function digestOf(value: unknown): Promise<string> {
  const hash = createHash('sha256')
  let waiting = ''
  for (const piece of jsonPieces(value)) {
    waiting += piece
    if (waiting.length < TURN_CHARACTERS) continue
    hash.update(waiting)
    waiting = ''
    await nextTurn()
  }
  return hash.update(waiting).digest('base64url')
}

/** What `JSON.stringify` would write of plain values, none of the pieces long. */
function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > TURN_CHARACTERS) yield* textPieces(value)
  else if (typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      yield at === 0 ? '[' : ','
      yield* jsonPieces(item)
    }
    yield value.length === 0 ? '[]' : ']'
  } else {
    let opening = '{'
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue
      yield `${opening}${JSON.stringify(name)}:`
      yield* jsonPieces(item)
      opening = ','
    }
    yield opening === '{' ? '{}' : '}'
  }
}

function* textPieces(text: string): Generator<string> {
  yield '"'
  for (let from = 0; from < text.length;) {
    let to = from + TURN_CHARACTERS
    // Cut in two, a character would be written as two halves.
    if (isFirstHalf(text.charCodeAt(to - 1))) to += 1
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
