/** A value as it is stored where long texts stand in it more than once: each of them by itself, once. */
interface Packed {
  texts: (string | Named)[]
  packed: unknown
}

/** A text that a message of the chat holds. */
interface Named {
  message: string
}

/** What a run was asked, and the message that holds it: nothing else that is stored of the run repeats it. */
export interface AskedText {
  messageId: string
  text: string
}

/** Shorter ones cost less than looking for them. */
export const LONG_TEXT = 512
/** In place of a text: its place in the list, or what stands before and after it in a longer one. Nothing else that is told looks like it. */
const PLACE = '~text'
const START = '{"texts":['
const NAMED = `${START}{"message":"`

/** JSON in which no long text stands twice, and what was asked is only named. */
export function packJson(value: unknown, asked?: AskedText): string {
  const json = JSON.stringify(value)
  if (json.length < LONG_TEXT || (!asked && json.length < 2 * LONG_TEXT)) return json
  const long = asked && asked.text.length >= LONG_TEXT ? asked : undefined
  const texts = repeatedIn(value, long?.text)
  if (texts.size === 0) return json
  const packed = replaceEach(value, (each) => {
    if (typeof each !== 'string') return each
    const place = texts.get(each)
    return place === undefined ? aroundAsked(each, long) : { [PLACE]: place }
  })
  const named = [...texts.keys()].map((text) => (text === long?.text ? { message: long.messageId } : text))
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
    const [before, inside, after] = place
    return before + textAt(inside) + after
  })
}

/** The message that holds a text of packed JSON, where one does. */
export function messageNamedIn(json: string): string | undefined {
  return json.startsWith(NAMED) ? json.slice(NAMED.length, json.indexOf('"', NAMED.length)) : undefined
}

/** Packed JSON with the text that it only named. */
export function withNamedText(json: string, text: string): string {
  const end = json.indexOf('"}', NAMED.length) + 2
  return START + JSON.stringify(text) + json.slice(end)
}

type Place = number | [before: string, inside: number, after: string]

function isPlace(value: unknown): value is Record<typeof PLACE, Place> {
  return typeof value === 'object' && value !== null && PLACE in value
}

/** With the place of each: what was asked stands first. */
function repeatedIn(value: unknown, asked?: string): Map<string, number> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  let hasAsked = false
  const left: unknown[] = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each === 'string') {
      if (each.length < LONG_TEXT) continue
      if (asked !== undefined && !hasAsked) hasAsked = each.includes(asked)
      if (!seen.has(each)) seen.add(each)
      else if (each !== asked) repeated.add(each)
    } else if (typeof each === 'object' && each !== null) {
      // Told by somebody else, it would be taken for ours.
      if (isPlace(each)) return new Map()
      for (const inner of Object.values(each)) left.push(inner)
    }
  }
  const texts = hasAsked && asked !== undefined ? [asked, ...repeated] : [...repeated]
  return new Map(texts.map((text, place) => [text, place]))
}

function aroundAsked(text: string, asked: AskedText | undefined): unknown {
  const at = asked && text.length > asked.text.length ? text.indexOf(asked.text) : -1
  if (!asked || at === -1) return text
  return { [PLACE]: [text.slice(0, at), 0, text.slice(at + asked.text.length)] satisfies Place }
}

function replaceEach(value: unknown, replace: (value: unknown) => unknown): unknown {
  const other = replace(value)
  if (other !== value || typeof value !== 'object' || value === null) return other
  if (Array.isArray(value)) return value.map((each) => replaceEach(each, replace))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceEach(each, replace)]))
}
