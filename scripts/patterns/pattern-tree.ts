/** A regular expression as a tree: enough of the grammar to match by it and count the steps. */
export type Pattern =
  | { type: 'sequence'; items: Pattern[] }
  | { type: 'choice'; options: Pattern[] }
  | { type: 'character'; source: string }
  | { type: 'group'; body: Pattern; index: number | undefined }
  | { type: 'look'; body: Pattern; isBehind: boolean; isNegative: boolean }
  | { type: 'repeat'; body: Pattern; min: number; max: number; isLazy: boolean }
  | { type: 'edge'; source: string }
  | { type: 'backreference'; index: number }

/** Reads the source of a pattern. Names of groups become their numbers. */
export function readPattern(source: string): Pattern {
  let at = 0
  let groups = 0
  const names = new Map<string, number>()

  const readChoice = (): Pattern => {
    const options = [readSequence()]
    while (source[at] === '|') {
      at += 1
      options.push(readSequence())
    }
    return options.length === 1 && options[0] ? options[0] : { type: 'choice', options }
  }

  const readSequence = (): Pattern => {
    const items: Pattern[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(readRepeated())
    return { type: 'sequence', items }
  }

  const readRepeated = (): Pattern => {
    const body = readAtom()
    const [written, , low, comma, high] = /^(\*|\+|\?|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at)) ?? []
    if (written === undefined) return body
    at += written.length
    const isLazy = source[at] === '?'
    if (isLazy) at += 1
    const [min, max] =
      low === undefined
        ? [written === '+' ? 1 : 0, written === '?' ? 1 : Number.POSITIVE_INFINITY]
        : [Number(low), comma === '' ? Number(low) : high === '' ? Number.POSITIVE_INFINITY : Number(high)]
    return { type: 'repeat', body, min, max, isLazy }
  }

  const readAtom = (): Pattern => {
    const letter = source[at]
    if (letter === '(') return readGroup()
    if (letter === '^' || letter === '$') return edge(1)
    if (letter === '[') return character(endOfClass(source, at) - at)
    if (letter !== '\\') return character(String.fromCodePoint(source.codePointAt(at) ?? 0).length)
    if (/^\\[bB]/.test(source.slice(at))) return edge(2)
    const [reference, digits, name] = /^\\(?:([1-9]\d*)|k<(\w+)>)/.exec(source.slice(at)) ?? []
    if (reference !== undefined) {
      at += reference.length
      return { type: 'backreference', index: digits === undefined ? (names.get(name ?? '') ?? 0) : Number(digits) }
    }
    const [escape = '\\.'] =
      /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/.exec(source.slice(at)) ?? []
    return character(escape.length)
  }

  const readGroup = (): Pattern => {
    const [opening = '(', look, name] = /^\((?:\?(?:(:|<?[=!])|<(\w+)>))?/.exec(source.slice(at)) ?? []
    at += opening.length
    const isCapturing = look === undefined
    if (isCapturing) groups += 1
    const index = groups
    if (name !== undefined) names.set(name, index)
    const body = readChoice()
    at += 1
    if (isCapturing) return { type: 'group', body, index }
    if (look === ':') return { type: 'group', body, index: undefined }
    return { type: 'look', body, isBehind: look.startsWith('<'), isNegative: look.endsWith('!') }
  }

  const character = (length: number): Pattern => {
    at += length
    return { type: 'character', source: source.slice(at - length, at) }
  }
  const edge = (length: number): Pattern => {
    at += length
    return { type: 'edge', source: source.slice(at - length, at) }
  }

  const pattern = readChoice()
  if (at < source.length) throw new Error(`/${source}/ is not understood from "${source.slice(at)}" on`)
  return pattern
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === ']') return at + 1
  }
  throw new Error(`/${source}/ has a class without end`)
}
