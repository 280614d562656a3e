import { fillHoles, holesIn, readableNames } from '@chatwright/core'

/** A text that the builder wrote, and what stood in its places when a model was asked. */
export interface FilledTemplate {
  nodeId: string
  node: string
  /** The input that holds it, by name and as people call it. */
  name: string
  input: string
  text: string
  /** The same for people: with the names of nodes in the place of their ids. */
  told: string
  /** None where it is the same in every request. */
  values: { name: string; value: string }[]
  /** What the input holds with other words in the place of these. */
  write: (text: string) => unknown
}

interface DrawnNode {
  id: string
  data: { label?: string; inputParams?: { name: string; label: string }[]; inputs?: Record<string, unknown> }
}

const LONGEST = 20_000

/** The texts of a flow that are found, filled in where they have places, among the texts of a request. */
export function findTemplates(nodes: readonly DrawnNode[], texts: readonly string[]): FilledTemplate[] {
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]))
  return nodes.flatMap(({ id, data }) =>
    textsIn(data.inputs ?? {}).flatMap(({ name, text, write }) => {
      const pieces = cut(text)
      if (!pieces) return []
      const values = firstOf(texts, (each) => matchPieces(pieces, each))
      if (!values) return []
      const input = data.inputParams?.find((param) => param.name === name)?.label ?? name
      const nameOf = readableNames(text, (each) => labels.get(each))
      const told = fillHoles(text, (each) => `{{${nameOf(each)}}}`)
      const named = values.map(({ name: each, value }) => ({ name: nameOf(each), value }))
      return [{ nodeId: id, node: data.label ?? '', name, input, text, told, values: named, write }]
    }),
  )
}

interface Pieces {
  /** What stands before each place, and after the last. */
  literals: string[]
  names: string[]
}

function cut(text: string): Pieces | undefined {
  if (text.length > LONGEST) return undefined
  const marks = places(text)
  // One word alone, such as the name of a model, may stand in any request.
  if (marks.length === 0 && !/\S\s+\S/.test(text)) return undefined
  const literals: string[] = []
  let end = 0
  for (const mark of marks) {
    literals.push(text.slice(end, mark.start))
    end = mark.end
  }
  literals.push(text.slice(end))
  // Nothing but a place is everywhere.
  return literals.every((literal) => literal.trim() === '')
    ? undefined
    : { literals, names: marks.map(({ name }) => name) }
}

/** `{{name}}` of a flow, or `{name}` of a prompt template. */
function places(text: string): { start: number; end: number; name: string }[] {
  const doubled = holesIn(text)
  if (doubled.length > 0) return doubled
  return [...text.matchAll(/\{([\w.]{1,100})\}/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    name: match[1] ?? '',
  }))
}

function matchPieces({ literals, names }: Pieces, text: string): FilledTemplate['values'] | undefined {
  const [first = '', ...rest] = literals
  const begin = text.indexOf(first)
  if (begin === -1) return undefined
  let at = begin + first.length
  const values: FilledTemplate['values'] = []
  for (const [index, literal] of rest.entries()) {
    const isLast = index === rest.length - 1
    const next = literal === '' ? (isLast ? text.length : at) : text.indexOf(literal, at)
    if (next === -1) return undefined
    values.push({ name: names[index] ?? '', value: text.slice(at, next) })
    at = next + literal.length
  }
  return values
}

type WrittenText = Pick<FilledTemplate, 'name' | 'text' | 'write'>

/** Texts among the inputs, also those inside of lists such as messages. */
function textsIn(inputs: Record<string, unknown>): WrittenText[] {
  return Object.entries(inputs).flatMap(([name, value]): WrittenText[] => {
    if (typeof value === 'string') return [{ name, text: plainText(value), write: (text) => text }]
    if (!Array.isArray(value)) return []
    return value.flatMap((item: unknown, index) =>
      typeof item === 'object' && item !== null
        ? Object.entries(item).flatMap(([key, text]) =>
            typeof text === 'string'
              ? [
                  {
                    name,
                    text: plainText(text),
                    write: (other: string) =>
                      value.map((each: unknown, at) => (at === index ? { ...item, [key]: other } : each)),
                  },
                ]
              : [],
          )
        : [],
    )
  })
}

/** Editors of agent flows keep paragraphs as HTML. */
function plainText(text: string): string {
  return text.startsWith('<p>') && text.endsWith('</p>') && !text.includes('<p>', 1) ? text.slice(3, -4) : text
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
