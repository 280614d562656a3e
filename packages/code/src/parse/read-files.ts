import { parseJson } from '@chatwright/core'
import { isFilePath } from '../document/code-notes.ts'
import type { KnownForms } from '../document/make-node.ts'
import { readForms } from '../document/forms.ts'
import type { Layout } from '../document/layout.ts'
import { readLayout } from '../document/layout.ts'
import { besides } from '../files.ts'
import type { Problems } from '../problem.ts'
import { CodeFault } from '../problem.ts'
import { escapeOf, findHidden, nameOfSign } from '../syntax/signs.ts'

/** Gives the text of a file of the folder; nothing where there is none. */
export type ReadFile = (path: string) => string | undefined

/** Reads the files of a flow; what is wrong with one is a problem of that file. */
export class FlowFiles {
  readonly #read: ReadFile
  readonly #problems: Problems
  readonly #names: ReturnType<typeof besides>

  constructor(read: ReadFile, entry: string, problems: Problems) {
    this.#read = read
    this.#problems = problems
    this.#names = besides(entry)
  }

  /** The code, without a mark of byte order; nothing where it can't be read at all. */
  code(): string | undefined {
    const file = this.#names.code
    const found = this.#read(file)
    if (found === undefined) {
      this.#problems.add(file, new CodeFault('file-missing', { from: 0 }, { file }))
      return undefined
    }
    const text = found.replace(/^\uFEFF/, '')
    this.#problems.addText(file, text)
    const fault = findConflict(text) ?? hiddenSign(text)
    if (fault) this.#problems.add(file, fault)
    return fault ? undefined : text
  }

  layout(): Layout | undefined {
    return this.#json(this.#names.layout, readLayout)
  }

  forms(): KnownForms {
    return this.#json(this.#names.forms, readForms) ?? { formOf: () => undefined }
  }

  /** The text of a file that the code names. */
  text(path: string, at: { from: number; to: number }): string {
    if (!isFilePath(path)) throw new CodeFault('file-outside', at, { file: String(path).slice(0, 100) })
    const text = this.#read(path)
    if (text === undefined) throw new CodeFault('file-missing', at, { file: path })
    this.#problems.addText(path, text)
    const conflict = findConflict(text)
    if (conflict) this.#problems.add(path, conflict)
    const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
    // Files end with a line end, which is no part of the text.
    return plain.endsWith('\n') ? plain.slice(0, -1) : plain
  }

  #json<Content>(file: string, read: (value: unknown) => Content): Content | undefined {
    const text = this.#read(file)?.replace(/^\uFEFF/, '')
    if (text === undefined) return undefined
    this.#problems.addText(file, text)
    const conflict = findConflict(text)
    if (conflict) {
      this.#problems.add(file, conflict)
      return undefined
    }
    try {
      return read(parseJson(text))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#problems.add(file, new CodeFault('file-unreadable', { from: 0 }, { file, reason }))
      return undefined
    }
  }
}

/** Where git left two versions of a place for a person to choose from. */
function findConflict(text: string): CodeFault | undefined {
  const start = /^<{7} [^\r\n]*/m.exec(text)
  if (!start) return undefined
  const end = /^>{7} [^\r\n]*/m.exec(text.slice(start.index))
  if (!end) return undefined
  const from = start.index
  const [marker] = start
  const names = { ours: marker.slice(8), theirs: end[0].slice(8) }
  return new CodeFault('merge-conflict', { from, to: from + marker.length }, names)
}

function hiddenSign(text: string): CodeFault | undefined {
  const from = findHidden(text)
  if (from < 0) return undefined
  const code = text.charCodeAt(from)
  return new CodeFault('sign-hidden', { from }, { sign: nameOfSign(code), escape: escapeOf(code) })
}
