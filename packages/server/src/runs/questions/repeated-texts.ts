/** A value as it is stored where long texts stand in it more than once: each of them by itself, once. */
interface Packed {
  texts: (string | Named)[]
  packed: unknown
}

/** A text that a row of the chat holds. */
interface Named {
  message: string
}

/** A part of what a run was asked, and the row that holds it: nothing else that is stored of the run repeats it. */
export interface AskedText {
  /** Of the message, or of what is kept of its files. */
  messageId: string
  text: string
}

/** Shorter ones cost less than looking for them. */
export const LONG_TEXT = 512
/** In place of a text: its place in the list, or a longer one in pieces, of which every second is such a place. Nothing else that is told looks like it. */
const PLACE = '~text'
const START = '{"texts":['
const NAMED = '{"message":"'

/** JSON in which no long text stands twice, and what was asked is only named. */
export function packJson(value: unknown, asked: readonly AskedText[] = []): string {
  const json = JSON.stringify(value)
  if (json.length < LONG_TEXT || (asked.length === 0 && json.length < 2 * LONG_TEXT)) return json
  // The longest first: a shorter one may stand in it.
  const long = asked.filter(({ text }) => text.length >= LONG_TEXT).toSorted((a, b) => b.text.length - a.text.length)
  const texts = repeatedIn(
    value,
    long.map(({ text }) => text),
  )
  if (texts.size === 0) return json
  const holders = new Map(long.map(({ text, messageId }) => [text, messageId]))
  const packed = replaceEach(value, (each) => {
    if (typeof each !== 'string') return each
    const place = texts.get(each)
    return place === undefined ? aroundAsked(each, long, texts) : { [PLACE]: place }
  })
  const named = [...texts.keys()].map((text) => {
    const message = holders.get(text)
    return message === undefined ? text : { message }
  })
  return JSON.stringify({ texts: named, packed } satisfies Packed)
}

/** A value out of JSON, packed or not. What a message holds has been put in before, or is left out. */
export function unpackJson(json: string): unknown {
  const value: unknown = JSON.parse(json)
  if (!json.startsWith(START)) return value
  const { texts, packed } = value as Packed
  const textAt = (place: number): string => {
    const text = texts[place]
    return typeof text === 'string' ? text : ''
  }
  return replaceEach(packed, (each) => {
    if (!isPlace(each)) return each
    const place = each[PLACE]
    if (typeof place === 'number') return textAt(place)
    return place.map((piece) => (typeof piece === 'number' ? textAt(piece) : piece)).join('')
  })
}

/** The rows that hold texts of packed JSON. They stand before all others. */
export function messagesNamedIn(json: string): string[] {
  return namedIn(json).ids
}

/** Packed JSON with those of its texts that it only named. */
export function withNamedTexts(json: string, texts: ReadonlyMap<string, string>): string {
  const { ids, end } = namedIn(json)
  if (ids.length === 0) return json
  const filled = ids.map((message) => JSON.stringify(texts.get(message) ?? { message }))
  return START + filled.join(',') + json.slice(end)
}

function namedIn(json: string): { ids: string[]; end: number } {
  const ids: string[] = []
  let end = START.length
  if (!json.startsWith(START)) return { ids, end }
  for (let at = end; json.startsWith(NAMED, at); at = end + 1) {
    end = json.indexOf('"}', at + NAMED.length) + 2
    ids.push(json.slice(at + NAMED.length, end - 2))
    if (json[end] !== ',') break
  }
  return { ids, end }
}

type Place = number | (string | number)[]

function isPlace(value: unknown): value is Record<typeof PLACE, Place> {
  return typeof value === 'object' && value !== null && PLACE in value
}

/** With the place of each: what was asked stands first. */
function repeatedIn(value: unknown, asked: readonly string[]): Map<string, number> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const found = new Set<string>()
  const left: unknown[] = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each === 'string') {
      if (each.length < LONG_TEXT) continue
      const inside = asked.filter((text) => each.includes(text))
      for (const text of inside) found.add(text)
      // What was asked is taken out of it wherever it stands: what is left is short, or its author's.
      if (inside.length > 0) continue
      if (!seen.has(each)) seen.add(each)
      else repeated.add(each)
    } else if (typeof each === 'object' && each !== null) {
      // Told by somebody else, it would be taken for ours.
      if (isPlace(each)) return new Map()
      for (const inner of Object.values(each)) left.push(inner)
    }
  }
  // Those that other rows hold stand first.
  return new Map([...found, ...repeated].map((text, place) => [text, place]))
}

/** A text in which some of what was asked stands, in pieces. */
function aroundAsked(text: string, asked: readonly AskedText[], texts: ReadonlyMap<string, number>): unknown {
  let pieces: (string | number)[] = [text]
  for (const { text: inside } of asked) {
    const place = texts.get(inside)
    if (place === undefined || text.length <= inside.length) continue
    pieces = pieces.flatMap((piece) =>
      typeof piece === 'number'
        ? [piece]
        : piece.split(inside).flatMap((each, at) => (at === 0 ? [each] : [place, each])),
    )
  }
  return pieces.length === 1 ? text : { [PLACE]: pieces satisfies Place }
}

function replaceEach(value: unknown, replace: (value: unknown) => unknown): unknown {
  const other = replace(value)
  if (other !== value || typeof value !== 'object' || value === null) return other
  if (Array.isArray(value)) return value.map((each) => replaceEach(each, replace))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceEach(each, replace)]))
}
