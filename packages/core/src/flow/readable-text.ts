import { holesIn } from './holes.ts'

/** What a node is called; nothing where the flow has none of this id. */
export type LabelOf = (id: string) => string | undefined

/** A text with every `{{…}}` as people read it: by the name of what stands there, never by the id of a node. */
export function readableText(text: string, labelOf: LabelOf): string {
  return readablePieces(text, labelOf).join('')
}

/** The same cut at the names: words and names by turns, words first. */
export function readablePieces(text: string, labelOf: LabelOf): string[] {
  const nameOf = readableNames(text, labelOf)
  const pieces: string[] = []
  let end = 0
  for (const hole of holesIn(text)) {
    pieces.push(text.slice(end, hole.start), nameOf(hole.name))
    end = hole.end
  }
  pieces.push(text.slice(end))
  return pieces
}

/**
 * How to read what stands between braces in a text: by the last name it has, a key that somebody chose, else the label of
 * the node. Where two of them would read alike, a key has the label of its node before it.
 */
export function readableNames(text: string, labelOf: LabelOf): (written: string) => string {
  const owners = new Map<string, string>()
  const alike = new Set<string>()
  for (const hole of holesIn(text)) {
    const { owner, short } = readingOf(hole.name, labelOf)
    if ((owners.get(short) ?? owner) !== owner) alike.add(short)
    owners.set(short, owner)
  }
  return (written) => {
    const { short, whole } = readingOf(written, labelOf)
    return alike.has(short) ? whole : short
  }
}

interface Reading {
  /** Whose value it is: the id of a node, or all that is written. */
  owner: string
  short: string
  whole: string
}

function readingOf(written: string, labelOf: LabelOf): Reading {
  // Editors of the older product left `\_` inside names.
  const name = written.replaceAll('\\', '')
  const [id = ''] = name.split(/[.[]/, 1)
  const label = labelOf(id)
  if (label !== undefined) return { owner: id, ...nameInOutput(name.slice(id.length), label) }
  const linked = /^\$flow\.links\.([^.[]+)$/.exec(name)?.[1]
  const short = (linked === undefined ? undefined : labelOf(linked)) ?? (name.replace(OWNER, '') || name)
  return { owner: name, short, whole: short }
}

/** Whose value it is: the run, its form, what was sent to it, the variables, the step itself. */
const OWNER = /^(?:\$(?:flow(?:\.state)?|form|webhook|vars)|output)\.|^\$/

/** Where the value of a node begins, and the fields that a person filled in. */
const BEGINNING = /^(?:\.output|\.data\.instance)?(?:\.form(?=\.))?\.?/

function nameInOutput(path: string, label: string): Omit<Reading, 'owner'> {
  const key = path.replace(BEGINNING, '')
  if (key === '') return { short: label, whole: label }
  const whole = `${label} ${key.replace(/^http\./, '')}`
  return { short: key.startsWith('http.') ? whole : key, whole }
}

/** Markdown as it reads where it is not drawn: without what makes words bold, code, a heading or a quotation. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/\*\*([^*\n]{1,200})\*\*/g, '$1')
    .replaceAll(/`([^`\n]{1,200})`/g, '$1')
    .replaceAll(/^(?:#{1,6}|>) /gm, '')
}
