import { holesIn } from './holes.ts'

/** What a node is called; nothing where the flow has none of this id. */
export type LabelOf = (id: string) => string | undefined

/** A text with every `{{…}}` as people read it: by the name of what stands there, never by the id of a node. */
export function readableText(text: string, labelOf: LabelOf): string {
  return readablePieces(text, labelOf).join('')
}

/** The same cut at the names: words and names by turns, words first. */
export function readablePieces(text: string, labelOf: LabelOf): string[] {
  const pieces: string[] = []
  let end = 0
  for (const hole of holesIn(text)) {
    pieces.push(text.slice(end, hole.start), readableName(hole.name, labelOf))
    end = hole.end
  }
  pieces.push(text.slice(end))
  return pieces
}

/** What stands between braces, by the last name it has: a key that somebody chose, else the label of the node. */
export function readableName(written: string, labelOf: LabelOf): string {
  // Editors of the older product left `\_` inside names.
  const name = written.replaceAll('\\', '')
  const [id = ''] = name.split(/[.[]/, 1)
  const label = labelOf(id)
  if (label !== undefined) return nameInOutput(name.slice(id.length), label)
  const linked = /^\$flow\.links\.([^.[]+)$/.exec(name)?.[1]
  return (linked === undefined ? undefined : labelOf(linked)) ?? (name.replace(OWNER, '') || name)
}

/** Whose value it is: the run, its form, what was sent to it, the variables, the step itself. */
const OWNER = /^(?:\$(?:flow(?:\.state)?|form|webhook|vars)|output)\.|^\$/

/** Where the value of a node begins, and the fields that a person filled in. */
const BEGINNING = /^(?:\.output|\.data\.instance)?(?:\.form(?=\.))?\.?/

function nameInOutput(path: string, label: string): string {
  const key = path.replace(BEGINNING, '')
  if (key === '') return label
  return key.startsWith('http.') ? `${label} ${key.slice('http.'.length)}` : key
}

/** Markdown as it reads where it is not drawn: without what makes words bold, code, a heading or a quotation. */
export function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/\*\*([^*\n]{1,200})\*\*/g, '$1')
    .replaceAll(/`([^`\n]{1,200})`/g, '$1')
    .replaceAll(/^(?:#{1,6}|>) /gm, '')
}
