import { bracedAt, templateVariables, type BracedName } from '@chatwright/core'

/** A text with `{name}` holes, read once and filled often. Doubled braces stand for single ones, as old flows write them. */
export interface Template {
  readonly variables: readonly string[]
  render(values: Readonly<Record<string, unknown>>): string
}

export function parseTemplate(text: string, given: Readonly<Record<string, unknown>> = {}): Template {
  const variables = templateVariables(text, new Set(Object.keys(given))).prompt
  const pieces = cut(text, new Set(variables))
  return {
    variables,
    render: (values) => pieces.map((piece) => (piece.isHole ? asText(values[piece.text]) : piece.text)).join(''),
  }
}

/** What a value looks like inside a prompt. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface Piece {
  text: string
  isHole: boolean
}

function cut(text: string, variables: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  let literal = ''
  // Counts doubled opening braces: only their partners are escapes, a plain JSON example may end in two braces too.
  let doubled = 0
  for (let at = 0; at < text.length;) {
    const next = text[at + 1]
    if (text[at] === '\\' && (next === '{' || next === '}')) {
      literal += next
      at += 2
    } else if (text.startsWith('{{', at)) {
      doubled++
      literal += '{'
      at += 2
    } else if (doubled > 0 && text.startsWith('}}', at)) {
      doubled--
      literal += '}'
      at += 2
    } else {
      const hole = text[at] === '{' ? holeAt(text, at, variables) : undefined
      if (hole === undefined) {
        literal += text[at]
        at++
      } else {
        pieces.push({ text: literal, isHole: false }, { text: hole.name, isHole: true })
        literal = ''
        at = hole.end
      }
    }
  }
  pieces.push({ text: literal, isHole: false })
  return pieces
}

function holeAt(text: string, at: number, variables: ReadonlySet<string>): BracedName | undefined {
  const found = bracedAt(text, at)
  return found && variables.has(found.name) ? found : undefined
}
