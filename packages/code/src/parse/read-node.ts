import type { EditCatalogue, NodeDescription } from '@chatwright/core'
import type { CodeNotes } from '../document/code-notes.ts'
import { isRecord } from '../document/is-same.ts'
import type { SpokenNode } from '../document/make-node.ts'
import { inputNames, readKind, SETTINGS, versionCall } from '../document/make-node.ts'
import { CodeFault } from '../problem.ts'
import type { Call, ConstStatement, Field, Span, Value } from '../syntax/syntax.ts'
import { nearest } from './nearest.ts'
import type { ValueReader } from './read-values.ts'
import { NodeName } from './read-values.ts'

/** A node as its const says it, with the places of what it names. */
export interface ReadNode extends Span {
  statement: ConstStatement
  spoken: SpokenNode
  after: NodeName[]
  inside: NodeName | undefined
  /** The nodes named by each input, in the order of the code. */
  connected: Map<string, NodeName[]>
  files: { path: string[]; file: string }[]
  /** Where each setting and input is written. */
  places: ReadonlyMap<string, Span>
}

type Setting = (typeof SETTINGS)[number]

/** Reads one const as a node. What is wrong with an input is reported and read over. */
export function readNode(
  statement: ConstStatement,
  call: Call,
  { catalogue, values, report }: { catalogue: EditCatalogue; values: ValueReader; report: (fault: CodeFault) => void },
): ReadNode {
  const isExact = call.path.length === 1 && call.path[0] === 'node'
  const kind = isExact ? exactKind(call) : catalogueKind(call, catalogue)
  const given = isExact ? call.values.slice(1) : call.values
  const written = given[0]?.type === 'literal' || given[0]?.type === 'name' ? given[0] : undefined
  const label = written && values.plain(written)
  const [first, second, ...others] = written ? given.slice(1) : given
  const record = first?.type === 'record' ? first : undefined
  const raw = record ? second : first
  const surplus = record ? others[0] : second
  const wrong = surplus ?? (raw && !isRaw(raw) ? raw : undefined)
  if (wrong) throw new CodeFault('call-wrong', wrong, { call: call.path.join('.') })

  const read: ReadNode = {
    from: statement.nameSpan.from,
    to: statement.nameSpan.to,
    statement,
    spoken: { id: statement.name, ...kind.spoken, inputs: {}, ...(typeof label === 'string' && { label }) },
    after: [],
    inside: undefined,
    connected: new Map(),
    files: [],
    places: new Map((record?.fields ?? []).map((field) => [field.name, field])),
  }
  const inputs: [string, unknown][] = []
  const known = kind.description && new Set(inputNames(kind.description))
  for (const field of record?.fields ?? []) {
    try {
      if (isSetting(field.name)) readSetting(read, field.name, field, values)
      else inputs.push(readInput(read, field, { values, known, kind }))
    } catch (error) {
      if (!(error instanceof CodeFault)) throw error
      report(error)
    }
  }
  read.spoken.inputs = Object.fromEntries(inputs)
  if (raw && isRaw(raw)) read.spoken.raw = readRaw(raw, values)
  return read
}

interface Kind {
  spoken: Pick<SpokenNode, 'name' | 'version' | 'isExact'>
  description: NodeDescription | undefined
}

/** `node('shout@1', …)`: whatever the catalogue knows of it. */
function exactKind(call: Call): Kind {
  const [first] = call.values
  if (first?.type !== 'literal' || typeof first.value !== 'string' || first.value === '') {
    throw new CodeFault('setting-wrong', call.callee, {
      setting: 'node',
      expected: "a name with a version, such as 'shout@1'",
    })
  }
  return { spoken: { ...readKind(first.value), isExact: true }, description: undefined }
}

/** `llmChain.v3(…)`: a node of the catalogue, of the version it has there. */
function catalogueKind({ path, callee }: Call, catalogue: EditCatalogue): Kind {
  const [name = '', written = ''] = path
  const found = /^v(\d+(?:_\d+)?)$/.exec(written)?.[1]
  const description = catalogue.describe(name)
  if (description?.name !== name) {
    const meant = description
      ? `It is called ${description.name} today.`
      : "Write node('name@1', { … }) for a node of another server."
    throw new CodeFault('node-unknown', callee, { name, hint: meant })
  }
  const current = String(description.version)
  if (path.length !== 2 || found === undefined) {
    throw new CodeFault('call-unknown', callee, { call: path.join('.'), expected: `${versionCall(description)}(…)` })
  }
  const version = Number(found.replace('_', '.'))
  if (version !== description.version) {
    throw new CodeFault('version-other', callee, {
      name,
      version: String(version),
      current,
      call: versionCall(description),
    })
  }
  return { spoken: { name, version, isExact: false }, description }
}

function isRaw(value: Value): value is Call {
  return value.type === 'call' && value.path.join('.') === 'raw'
}

function isSetting(name: string): name is Setting {
  return SETTINGS.some((each) => each === name)
}

function readSetting(read: ReadNode, setting: Setting, field: Field, values: ValueReader): void {
  if (setting === 'after') read.after = values.nodes(field.value)
  else if (setting === 'inside') {
    const [node, ...others] = values.nodes(field.value)
    if (!node || others.length > 0 || node.branch !== undefined) {
      throw new CodeFault('setting-wrong', field, { setting, expected: 'the name of one node' })
    }
    read.inside = node
  } else {
    const value = values.plain(field.value)
    if (typeof value !== 'string' || value === '')
      throw new CodeFault('setting-wrong', field, { setting, expected: 'a text in quotes' })
    read.spoken[setting] = value
  }
}

function readInput(
  read: ReadNode,
  field: Field,
  { values, known, kind }: { values: ValueReader; known: ReadonlySet<string> | undefined; kind: Kind },
): [string, unknown] {
  const name = field.name.startsWith('inputs.') ? field.name.slice('inputs.'.length) : field.name
  if (known && !known.has(name)) {
    const other = nearest(name, [...known, ...SETTINGS])
    const hint = other === undefined ? `It has: ${[...known].join(', ')}.` : `Is it ${other}?`
    throw new CodeFault('input-unknown', field, { node: kind.spoken.name, input: name, hint })
  }
  const { value, files } = values.input(name, field.value)
  for (const each of files) read.files.push(each)
  const nodes: NodeName[] = []
  for (const item of Array.isArray(value) ? value : [value]) if (item instanceof NodeName) nodes.push(item)
  if (nodes.length > 0) read.connected.set(name, nodes)
  return [name, value]
}

function readRaw(call: Call, values: ValueReader): SpokenNode['raw'] {
  const [first] = call.values
  const held = first && call.values.length === 1 ? values.plain(first) : undefined
  if (!isRecord(held)) throw new CodeFault('raw-wrong', call, { expected: 'one object' })
  const entries = Object.entries(held)
  if (held['inputs'] !== undefined && !isRecord(held['inputs']))
    throw new CodeFault('raw-wrong', call, { expected: 'inputs as an object' })
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    without: entries.flatMap(([key, value]) => (value === undefined ? [key] : [])),
  }
}

/** What a node keeps of its code. */
export function notesOf(comment: readonly string[], files: CodeNotes['files']): CodeNotes | undefined {
  const notes: CodeNotes = {
    ...(comment.length > 0 && { comment: comment.join('\n') }),
    ...(files && Object.keys(files).length > 0 && { files }),
  }
  return Object.keys(notes).length > 0 ? notes : undefined
}
