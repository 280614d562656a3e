import { CodeFault } from '../problem.ts'
import type { Call, ConstStatement, Name, Span, Value } from '../syntax/syntax.ts'
import type { FlowFiles } from './read-files.ts'
import { nearest } from './nearest.ts'

/** As deep as values and the consts they name may lie in each other. */
const MAX_DEPTH = 110
/** A few consts that name each other often would stand for more than any memory holds. */
const MAX_COPIED = 100_000

/** A node that a value names, and which of its outputs. */
export class NodeName implements Span {
  readonly node: ConstStatement
  readonly branch: string | undefined
  readonly from: number
  readonly to: number

  constructor(node: ConstStatement, { from, to }: Span, branch?: string) {
    this.node = node
    this.branch = branch
    this.from = from
    this.to = to
  }
}

/** What the value of an input says. */
export interface ReadInput {
  /** In the places of nodes stand their names. */
  value: unknown
  /** The file of each text that has one, by its path in the inputs. */
  files: { path: string[]; file: string }[]
}

/** Reads the values of a flow's code. Names are looked up, files are read; nothing is computed. */
export class ValueReader {
  readonly #consts: ReadonlyMap<string, ConstStatement>
  readonly #files: FlowFiles
  readonly #open = new Set<ConstStatement>()
  #copied = 0

  constructor(consts: ReadonlyMap<string, ConstStatement>, files: FlowFiles) {
    this.#consts = consts
    this.#files = files
  }

  /** A value that holds no node. */
  plain(value: Value): unknown {
    return this.#read(value, { path: [], depth: 0, found: [] })
  }

  /** The value of an input: it, or each item of a list, may name a node. */
  input(name: string, value: Value): ReadInput {
    const files: ReadInput['files'] = []
    const read = this.#resolve(value, 0, (meant, depth) => {
      const node = this.nodeName(meant)
      if (node) return node
      const at = (path: string[]) => ({ path, depth, found: files })
      if (meant.type !== 'list') return this.#read(meant, at([name]))
      return meant.items.map((item, index) =>
        this.#resolve(item, depth + 1, (each) => this.nodeName(each) ?? this.#read(each, at([name, String(index)]))),
      )
    })
    return { value: read, files }
  }

  /** The nodes that a setting names: one, or a list of them. */
  nodes(value: Value): NodeName[] {
    const items = value.type === 'list' ? value.items : [value]
    return items.map((item) => {
      const node = this.nodeName(item)
      if (node) return node
      const name = item.type === 'name' ? item.name : 'This'
      if (item.type === 'name') this.#constOf(item)
      throw new CodeFault('value-as-node', item, { name })
    })
  }

  /** The node that a name or a `.branch(…)` of one means. */
  nodeName(value: Value): NodeName | undefined {
    if (value.type === 'name') {
      const named = this.#constOf(value)
      return isNodeCall(named.value) ? new NodeName(named, value) : undefined
    }
    if (value.type !== 'call' || value.path.length !== 2 || value.path[1] !== 'branch') return undefined
    const name: Name = { type: 'name', name: value.path[0] ?? '', ...value.callee }
    const node = this.#constOf(name)
    const [output] = value.values
    if (!isNodeCall(node.value)) throw new CodeFault('value-as-node', value.callee, { name: name.name })
    if (
      value.values.length !== 1 ||
      output?.type !== 'literal' ||
      !['string', 'number'].includes(typeof output.value)
    ) {
      throw new CodeFault('setting-wrong', value, { setting: 'branch', expected: 'the name or number of an output' })
    }
    return new NodeName(node, value, String(output.value))
  }

  #constOf({ name, from, to }: Name): ConstStatement {
    const known = this.#consts.get(name)
    if (known) return known
    const other = nearest(name, this.#consts.keys())
    const hint = other === undefined ? 'Write one, or a text in quotes.' : `Is it ${other}?`
    throw new CodeFault('name-unknown', { from, to }, { name, hint })
  }

  #read(value: Value, at: { path: string[]; depth: number; found: ReadInput['files'] }): unknown {
    const { path, found } = at
    return this.#resolve(value, at.depth, (meant, depth) => {
      this.#count(meant)
      const inside = (key: string) => ({ path: [...path, key], depth: depth + 1, found })
      switch (meant.type) {
        case 'literal':
          return meant.value
        case 'list':
          return meant.items.map((item, index) => this.#read(item, inside(String(index))))
        case 'record':
          return Object.fromEntries(
            meant.fields.map((field) => [field.name, this.#read(field.value, inside(field.name))]),
          )
        default:
          return this.#called(meant, at)
      }
    })
  }

  #called(value: Call | Name, { path, found }: { path: string[]; found: ReadInput['files'] }): unknown {
    if (value.type === 'call' && value.path.join('.') === 'file') {
      const [first] = value.values
      if (value.values.length !== 1 || first?.type !== 'literal' || typeof first.value !== 'string') {
        throw new CodeFault('setting-wrong', value, { setting: 'file', expected: 'a path in quotes' })
      }
      const text = this.#files.text(first.value, value)
      found.push({ path, file: first.value })
      return text
    }
    const name = value.type === 'name' ? value.name : value.path.join('.')
    if (value.type === 'name' || this.nodeName(value)) throw new CodeFault('node-as-value', value, { name })
    throw new CodeFault('call-unknown', value.callee, { call: name, expected: "a value, or file('prompts/answer.md')" })
  }

  /** Follows the names of values; those of nodes and everything else is what is meant. */
  #resolve<Result>(value: Value, depth: number, read: (meant: Value, depth: number) => Result): Result {
    let meant = value
    const followed: ConstStatement[] = []
    while (meant.type === 'name') {
      const named = this.#constOf(meant)
      if (isNodeCall(named.value)) break
      if (this.#open.has(named) || followed.includes(named)) {
        throw new CodeFault('name-circle', meant, { name: meant.name })
      }
      followed.push(named)
      if (depth + followed.length > MAX_DEPTH) break
      meant = named.value
    }
    const reached = depth + followed.length
    if (reached > MAX_DEPTH) throw new CodeFault('too-deep', value, { most: String(MAX_DEPTH) })
    if (followed.length === 0) return read(meant, reached)
    for (const each of followed) this.#open.add(each)
    try {
      return read(meant, reached)
    } finally {
      for (const each of followed) this.#open.delete(each)
    }
  }

  #count(value: Value): void {
    if (this.#open.size === 0) return
    this.#copied += 1
    if (this.#copied > MAX_COPIED) throw new CodeFault('too-large', value, { most: String(MAX_COPIED) })
  }
}

/** Whether a const is a node: anything that is called, but for a file, is meant to be one. */
export function isNodeCall(value: Value): value is Call {
  return value.type === 'call' && value.path[0] !== 'file' && value.path[0] !== 'raw'
}
