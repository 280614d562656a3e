import { hash } from 'node:crypto'

/** Recorded values by their hash. */
export type Values = ReadonlyMap<string, string>

/** Whether a name is the value itself, which needs no text. */
export function isWhole(name: string): boolean {
  return name[0] === '='
}

/** The texts that a name needs first: its own, or where it is the value itself, those of the long texts in it. */
export function textsFor(name: string): string[] {
  if (!isWhole(name)) return [name]
  return name.includes(PIECES) ? neededBy(wholeText(name)) : []
}

/** What a value came to: the hash that names it, and the texts that hold it. */
export interface Written {
  hash: string
  /** By hash; parts that other values share are among them. */
  texts: Values
}

/** Collects the texts that hold a value: most need none, and a map for each would cost more than the value. */
export interface Collected {
  texts?: Map<string, string>
  /** How many pieces the long texts were cut into so far. */
  pieces?: number
}

export const NO_TEXTS: Values = new Map()

/** Longer texts are cut at blank lines, so that a passage that comes again is kept once. */
const LONG_TEXT = 256
const SHORTEST_PART = 128
/** Each part is a row of its own: what else is long in the same value stays where it stands. */
const MOST_PARTS = 1000
/** Blank lines and what stands between them, in all texts of a value: what holds more is not cut. */
const MOST_PIECES = 20_000
/** From so many numbers on, a list of them is kept as bytes. */
const MANY_NUMBERS = 64
const DEEPEST = 200

/** Begins texts that stand for something else. One that begins so by itself is marked as a text. */
const MARK = '\u0001'

/** How JSON writes the beginning of a text in pieces. */
const PIECES = JSON.stringify(`${MARK}p`).slice(1, -1)

export function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** What a value is called within its chat: 144 bits of its hash, because lists and texts name many. */
function nameOf(text: string): string {
  return hashOf(text).slice(0, 24)
}

/** So short a value is its own name: a row of its own would be longer. */
const SHORTEST_ROW = 120

/** A value as canonical JSON, in which long texts are named by their hashes; those are collected. */
export function canonicalText(value: unknown, collected: Collected, depth = 0): string {
  if (typeof value === 'string') return quoted(value.length < LONG_TEXT ? shortText(value) : longText(value, collected))
  if (value === undefined || typeof value === 'function') return JSON.stringify(`${MARK}u`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth > DEEPEST) throw new Error('The value is nested too deep to be recorded')
  if (isCanonical(value, depth)) return JSON.stringify(value)
  if (value instanceof Uint8Array) return JSON.stringify(`${MARK}b${Buffer.from(value).toString('base64')}`)
  if (Array.isArray(value)) {
    if (value.length >= MANY_NUMBERS && value.every((each) => typeof each === 'number'))
      return JSON.stringify(numbers(value))
    return `[${value.map((each) => canonicalText(each, collected, depth + 1)).join(',')}]`
  }
  let text = ''
  for (const key of sortedKeys(value)) {
    const each = (value as Record<string, unknown>)[key]
    if (each === undefined || typeof each === 'function') continue
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalText(each, collected, depth + 1)}`
  }
  return `{${text}}`
}

/** Whether JSON writes it as we do, and many times as fast: plain, its keys in order, none of its texts long. */
function isCanonical(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isShort(value)
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return true
  if (typeof value !== 'object') return false
  if (depth > DEEPEST) return false
  if (Array.isArray(value)) {
    if (value.length >= MANY_NUMBERS) return false
    for (const each of value) if (!isCanonical(each, depth + 1)) return false
    return true
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  let before = ''
  for (const key in value) {
    const each = (value as Record<string, unknown>)[key]
    if (key < before || (each !== undefined && !isCanonical(each, depth + 1))) return false
    before = key
  }
  return true
}

/** Most stand in order, or are two: sorting those takes longer than all else that is done with them. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value)
  let before = ''
  for (const key of keys) {
    if (key < before) return keys.length === 2 ? [key, before] : keys.toSorted()
    before = key
  }
  return keys
}

/** What JSON may write in another way: all but plain characters, of which halves of pairs are none. */
const ESCAPED = /[^ !#-[\]-\uD7FF\uE000-\uFFFF]/

/** The same text as JSON makes, which takes twice as long for it. */
function quoted(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`
}

export function writeValue(value: unknown, shortestRow = SHORTEST_ROW): Written {
  const collected: Collected = {}
  const text = canonicalText(value, collected)
  if (text.length < shortestRow) return { hash: `=${text}`, texts: collected.texts ?? NO_TEXTS }
  const name = nameOf(text)
  return { hash: name, texts: collect(collected, name, `v${text}`) }
}

/** A list as it goes on from an earlier one: what both begin with is kept once. */
export interface EarlierList {
  hash: string
  items: readonly string[]
  /** How many lists it goes on from. */
  depth: number
}

export interface WrittenList extends Written {
  /** Missing where it is its own name: no later one can go on from it. */
  next?: EarlierList
}

const LONGEST_CHAIN = 50

/** A list shorter than `shortestRow` is its own name, as a value is. */
export function writeList(
  items: readonly unknown[],
  rest: unknown,
  earlier: EarlierList | undefined,
  shortestRow = 0,
): WrittenList {
  const collected: Collected = {}
  const written = items.map((item) => canonicalText(item, collected))
  const restText = canonicalText(rest, collected)
  // Canonical JSON has no line breaks.
  const whole = `${restText}\n${written.join('\n')}`
  if (whole.length < shortestRow) return { hash: wholeList(whole), texts: collected.texts ?? NO_TEXTS }
  const name = nameOf(whole)
  const from = earlier && earlier.depth < LONGEST_CHAIN && earlier.hash !== name ? earlier : undefined
  const keep = from ? sameBeginning(from.items, written) : 0
  const isNext = from !== undefined && keep > 0
  const begins = isNext ? { parent: from.hash, keep } : {}
  const texts = collect(collected, name, ['l' + JSON.stringify(begins), restText, ...written.slice(keep)].join('\n'))
  const depth = earlier?.hash === name ? earlier.depth : isNext ? from.depth + 1 : 0
  return { hash: name, texts, next: { hash: name, items: written, depth } }
}

function collect(collected: Collected, name: string, text: string): Values {
  return (collected.texts ??= new Map<string, string>()).set(name, text)
}

/** A list that is its own name: what it holds beside its items, then a line for each of them. */
const WHOLE_LIST = '=l{}\n'

function wholeList(whole: string): string {
  return WHOLE_LIST + (whole.endsWith('\n') ? whole.slice(0, -1) : whole)
}

/** What a list is called in a row: the hash of all of it, wherever it is kept. */
export function listName(hash: string): string {
  if (!isWhole(hash)) return hash
  const whole = hash.slice(WHOLE_LIST.length)
  return nameOf(whole.includes('\n') ? whole : `${whole}\n`)
}

/** A few short messages, which most requests are: written as every list is, without looking at each for what it might be. */
export function writeShortMessages(messages: readonly object[], longest: number): string | undefined {
  let text = `${WHOLE_LIST}{}`
  for (const message of messages) {
    const { content, role } = message as { content?: unknown; role?: unknown }
    if (typeof content !== 'string' || typeof role !== 'string' || !isShort(content) || !isShort(role)) return undefined
    for (const key in message) if (key !== 'content' && key !== 'role') return undefined
    text += `\n{"content":${quoted(content)},"role":${quoted(role)}}`
  }
  return messages.length > 0 && text.length - WHOLE_LIST.length < longest ? text : undefined
}

function isShort(text: string): boolean {
  return text.length < LONG_TEXT && text[0] !== MARK
}

function sameBeginning(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((item, index) => item !== other[index])
  return at === -1 ? one.length : at
}

interface KeptList {
  parent?: string
  keep?: number
  items: string[]
  rest: string
}

function listIn(text: string): KeptList {
  const [begins = '{}', rest = 'null', ...items] = text.slice(1).split('\n')
  return { ...(JSON.parse(begins) as Pick<KeptList, 'parent' | 'keep'>), rest, items }
}

/** A value out of its texts. Throws when one of them is missing. */
export function readValue(name: string, values: Values): unknown {
  const text = textOf(name, values)
  if (text[0] === 'v') return revive(text.slice(1), values)
  const { rest } = listIn(text)
  const items = itemsOf(name, values).map((item) => revive(item, values))
  return { items, rest: revive(rest, values) }
}

/** The hashes that a text needs besides itself. */
export function neededBy(text: string): string[] {
  if (text[0] === 't') return []
  const needed: string[] = []
  const look = (json: string): void => {
    // Only to look at what it names.
    JSON.parse(json, (_, value: unknown) => {
      if (typeof value === 'string' && value.startsWith(`${MARK}p`))
        for (const piece of piecesIn(value)) if (isName(piece)) needed.push(piece)
      return null
    })
  }
  if (text[0] === 'v') look(text.slice(1))
  else {
    const { parent, items, rest } = listIn(text)
    if (parent !== undefined) needed.push(parent)
    for (const json of [...items, rest]) look(json)
  }
  return needed
}

function itemsOf(name: string, values: Values): string[] {
  const ends: { keep: number; items: string[] }[] = []
  // A file from elsewhere may name lists in a circle.
  for (let next: string | undefined = name; next !== undefined && ends.length <= LONGEST_CHAIN;) {
    const { parent, keep = 0, items } = listIn(textOf(next, values))
    ends.push({ keep, items })
    next = parent
  }
  const list: string[] = []
  for (const { keep, items } of ends.toReversed()) {
    list.length = Math.min(list.length, keep)
    for (const item of items) list.push(item)
  }
  return list
}

/** The text that a row would hold. No JSON begins as a list does. */
function wholeText(name: string): string {
  return name[1] === 'l' ? name.slice(1) : `v${name.slice(1)}`
}

export function isList(name: string, values: Values): boolean {
  return textOf(name, values)[0] === 'l'
}

function textOf(name: string, values: Values): string {
  if (isWhole(name)) return wholeText(name)
  const text = values.get(name)
  if (text === undefined) throw new Error(`The recorded value ${name} is not kept any more`)
  return text
}

function revive(json: string, values: Values): unknown {
  return JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'string' || value[0] !== MARK) return value
    const body = value.slice(2)
    switch (value[1]) {
      case 'p':
        return piecesIn(value)
          .map((piece) => (isName(piece) ? textOf(piece, values).slice(1) : piece.slice(1)))
          .join('')
      case 'f':
        return [...new Float32Array(bytesIn(body))]
      case 'd':
        return [...new Float64Array(bytesIn(body))]
      case 'b':
        return new Uint8Array(bytesIn(body))
      case 'u':
        return undefined
      default:
        return body
    }
  })
}

function bytesIn(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, 'base64')).buffer
}

function shortText(text: string): string {
  return text[0] === MARK ? `${MARK}s${text}` : text
}

function longText(text: string, collected: Collected): string {
  // Blank lines are pieces too, so that a passage is the same piece wherever it stands.
  const most = Math.max(MOST_PIECES - (collected.pieces ?? 0), 0)
  const pieces = longPieces(text, most + 1)
  collected.pieces = (collected.pieces ?? 0) + pieces.length
  const isRow = (piece: string): boolean => piece.length >= SHORTEST_PART
  const rows = (collected.texts?.size ?? 0) + pieces.filter(isRow).length
  if (pieces.length > most || rows > MOST_PARTS) return `${MARK}p${JSON.stringify([`=${text}`])}`
  const named = pieces.map((piece) => {
    if (!isRow(piece)) return `=${piece}`
    const name = nameOf(piece)
    collect(collected, name, `t${piece}`)
    return name
  })
  return `${MARK}p${JSON.stringify(named)}`
}

/** A long text at its blank lines, which are pieces too. */
export function longPieces(text: string, most = MOST_PIECES + 1): string[] {
  return text.split(/(\n{2,})/, most)
}

/** The text of a row that holds nothing else. */
export function textOfPiece(row: string): string | undefined {
  return row[0] === 't' ? row.slice(1) : undefined
}

/** How a text stands in a value that is not cut: as JSON within JSON. */
export function textInPieces(text: string): string {
  return JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1)
}

function piecesIn(marked: string): string[] {
  return JSON.parse(marked.slice(2)) as string[]
}

function isName(piece: string): boolean {
  return piece[0] !== '='
}

function numbers(list: readonly number[]): string {
  const isShort = list.every((each) => Math.fround(each) === each)
  const { buffer } = isShort ? Float32Array.from(list) : Float64Array.from(list)
  return `${MARK}${isShort ? 'f' : 'd'}${Buffer.from(buffer).toString('base64')}`
}
