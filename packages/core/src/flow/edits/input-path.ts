import { parseJson } from '../../parse-json.ts'

/** A place inside a node's inputs: the input's name, then keys of objects and places in lists. */
export type InputPath = readonly [string, ...(string | number)[]]

const PART = /(?:^|\.)([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,6})\]|\[("(?:[^"\\]|\\.)*")\]/uy

/** Flows are read no deeper. */
const MOST_PARTS = 100

/** Reads `llmMessages[1].content`; a name with other letters stands in brackets and quotes. Nothing where it is none. */
export function readInputPath(text: string): InputPath | undefined {
  const parts: (string | number)[] = []
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const [, name, place, quoted] = PART.exec(text) ?? []
    if (name !== undefined) parts.push(name)
    else if (place !== undefined) parts.push(Number(place))
    else if (quoted !== undefined) {
      const read = unquote(quoted)
      if (read === undefined) return undefined
      parts.push(read)
    } else return undefined
  }
  const [first, ...rest] = parts
  return typeof first === 'string' && !text.startsWith('.') && rest.length < MOST_PARTS ? [first, ...rest] : undefined
}

export function writeInputPath(path: InputPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)) return `[${JSON.stringify(part)}]`
      return index === 0 ? part : `.${part}`
    })
    .join('')
}

function unquote(text: string): string | undefined {
  try {
    const read = parseJson(text)
    return typeof read === 'string' ? read : undefined
  } catch {
    return undefined
  }
}

/** The value with the one at the path replaced, or taken out; nothing where the path leads past what is there. */
export function withValueAt(
  before: unknown,
  [key, ...rest]: readonly (string | number)[],
  value: unknown,
): { value: unknown } | undefined {
  if (key === undefined) return { value }
  if (typeof key === 'number') {
    const items = before === undefined || before === '' ? [] : before
    if (!Array.isArray(items) || key > items.length) return undefined
    const inner = withValueAt(items[key], rest, value)
    if (!inner) return undefined
    if (rest.length === 0 && value === undefined)
      return key < items.length ? { value: items.toSpliced(key, 1) } : undefined
    return { value: items.toSpliced(key, 1, inner.value) }
  }
  const holder = before === undefined || before === '' ? {} : before
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined
  const own = holder as Readonly<Record<string, unknown>>
  const inner = withValueAt(Object.hasOwn(own, key) ? own[key] : undefined, rest, value)
  if (!inner) return undefined
  const entries = Object.entries(own)
  if (rest.length === 0 && value === undefined)
    return { value: Object.fromEntries(entries.filter(([name]) => name !== key)) }
  return {
    value: Object.hasOwn(own, key)
      ? Object.fromEntries(entries.map(([name, held]) => [name, name === key ? inner.value : held]))
      : Object.fromEntries([...entries, [key, inner.value]]),
  }
}
