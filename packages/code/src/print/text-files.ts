import type { FlowNode } from '@chatwright/core'
import type { CodeNotes } from '../document/code-notes.ts'
import { isFilePath } from '../document/code-notes.ts'
import { isWritable } from '../syntax/signs.ts'
import { Written, writeText } from './write-value.ts'

/** Longer texts are files: their changes are read line by line. */
const LONG = 160
const LONG_CODE = 60

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['typescript', 'ts'],
  ['python', 'py'],
  ['json', 'json'],
  ['sql', 'sql'],
])

/** A text inside the inputs of a node. */
export interface TextPlace {
  node: FlowNode
  constName: string
  path: readonly string[]
}

/** Where a text goes when nobody chose a file for it. */
export function usualFile(flow: string, { node, constName, path }: TextPlace): string {
  const ending = codeEnding(node, path)
  const place = [constName, ...path].map((part) => part.replaceAll(/[^\w-]/g, '_').slice(0, 60)).join('.')
  return `${ending === undefined ? 'prompts' : 'code'}/${flow}/${place}.${ending ?? 'md'}`
}

/** Whether a text is long enough for a file of its own. */
export function isLong(text: string, { node, path }: TextPlace): boolean {
  const first = text.indexOf('\n')
  if (codeEnding(node, path) !== undefined) return text.length > LONG_CODE || first >= 0
  return text.length > LONG || (first >= 0 && text.includes('\n', first + 1))
}

/** The ending of the file of a code input; nothing where the input is no code. */
function codeEnding(node: FlowNode, path: readonly string[]): string | undefined {
  const input = path.length === 1 ? node.data.inputParams.find(({ name }) => name === path[0]) : undefined
  if (input?.type !== 'code') return undefined
  return ENDINGS.get(String(input.language)) ?? 'js'
}

/** Puts long texts into files beside the code. */
export class TextFiles {
  readonly files = new Map<string, string>()
  readonly #flow: string
  readonly #taken = new Set<string>()

  constructor(flow: string) {
    this.#flow = flow
  }

  /** The value with a call in the place of each text that has a file. */
  takeFrom(value: unknown, place: TextPlace, chosen: CodeNotes['files']): unknown {
    if (typeof value === 'string') return this.#text(value, place, chosen)
    if (typeof value !== 'object' || value === null || value instanceof Written) return value
    const inside = (key: string, item: unknown) => this.takeFrom(item, { ...place, path: [...place.path, key] }, chosen)
    if (Array.isArray(value)) return value.map((item: unknown, index) => inside(String(index), item))
    return Object.fromEntries(Object.entries(value).map(([key, item]: [string, unknown]) => [key, inside(key, item)]))
  }

  #text(text: string, place: TextPlace, chosen: CodeNotes['files']): unknown {
    if (text.length < 2 && !chosen) return text
    const key = place.path.join('.')
    const own = chosen && Object.hasOwn(chosen, key) ? chosen[key] : undefined
    if ((own === undefined && !isLong(text, place)) || !isWritable(text)) return text
    const isFree = (name: string | undefined): name is string =>
      isFilePath(name) && !this.#taken.has(name.toLowerCase())
    const name = isFree(own) ? own : usualFile(this.#flow, place)
    if (!isFree(name)) return text
    this.#taken.add(name.toLowerCase())
    this.files.set(name, `${text}\n`)
    return new Written(`file(${writeText(name)})`)
  }
}
