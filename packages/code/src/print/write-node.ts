import type { FlowNode } from '@chatwright/core'
import type { Connection } from '../document/draw-edges.ts'
import { wholeReference } from '../document/draw-edges.ts'
import { inputKey, versionCall, writeKind, type SpokenNode } from '../document/make-node.ts'
import type { TextFiles } from './text-files.ts'
import { writeKey, writeText, writeValue, Written } from './write-value.ts'

interface Writing {
  /** The name of each node's const. */
  names: ReadonlyMap<string, string>
  texts: TextFiles
  said: ReadonlyMap<string, readonly Connection[]>
}

/** Writes nodes as consts, one parameter a line. */
export class NodeWriter {
  readonly #writing: Writing

  constructor(writing: Writing) {
    this.#writing = writing
  }

  write(spoken: SpokenNode, node: FlowNode): string {
    const constName = this.#constName(spoken.id)
    const values: string[] = []
    if (spoken.isExact) values.push(writeText(writeKind(spoken)))
    if (spoken.label !== undefined) values.push(writeText(spoken.label))
    const settings = [...this.#settings(spoken, constName), ...this.#inputs(spoken, node, constName)]
    if (settings.length > 0) {
      const lines = settings.map(([key, value]) => {
        const start = `  ${writeKey(key)}: `
        return `${start}${writeValue(value, '  ', start.length + 1)},\n`
      })
      values.push(`{\n${lines.join('')}}`)
    }
    if (spoken.raw) {
      const { set, without } = spoken.raw
      const held = { ...set, ...Object.fromEntries(without.map((key) => [key, undefined])) }
      values.push(`raw(${writeValue(held, '', 8)})`)
    }
    const call = spoken.isExact ? 'node' : versionCall(spoken)
    return `const ${constName} = ${call}(${values.join(', ')})\n`
  }

  #settings({ id, inside, output, credential }: SpokenNode, constName: string): [string, unknown][] {
    const sources = (this.#writing.said.get(id) ?? []).filter(({ input }) => input === undefined)
    const after = sources.map((source) => this.#nameOf(source))
    const settings: Record<string, unknown> = {
      ...(constName !== id && { id }),
      ...(after.length > 0 && { after: after.length === 1 ? after[0] : after }),
      ...(inside !== undefined && { inside: new Written(this.#constName(inside)) }),
      ...(output !== undefined && { output }),
      ...(credential !== undefined && { credential }),
    }
    return Object.entries(settings)
  }

  #inputs({ id, inputs, notes }: SpokenNode, node: FlowNode, constName: string): [string, unknown][] {
    const { said, texts } = this.#writing
    const waiting = new Map((said.get(id) ?? []).map((each) => [`${each.input} ${each.from}`, each]))
    const linked = (input: string, value: unknown): unknown => {
      const key = `${input} ${wholeReference(value)}`
      const connection = waiting.get(key)
      if (!connection || wholeReference(value) === undefined) return value
      waiting.delete(key)
      return this.#nameOf(connection)
    }
    return Object.entries(inputs).map(([input, value]) => {
      const named = Array.isArray(value) ? value.map((item: unknown) => linked(input, item)) : linked(input, value)
      return [inputKey(input), texts.takeFrom(named, { node, constName, path: [input] }, notes?.files)]
    })
  }

  #constName(id: string): string {
    return this.#writing.names.get(id) ?? id
  }

  #nameOf({ from, branch }: Connection): Written {
    const name = this.#constName(from)
    if (branch === undefined) return new Written(name)
    return new Written(`${name}.branch(${/^(?:0|[1-9]\d{0,8})$/.test(branch) ? branch : writeText(branch)})`)
  }
}
