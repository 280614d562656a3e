import { edgeId, parseJson, type FlowEdge } from '@chatwright/core'
import type { KeptGraph } from '../../ground/db/flow-tables.ts'
import { graphHash } from './graph-hash.ts'

/** A graph as it is stored, and the declarations that it names, by their hashes. */
export interface PackedGraph {
  text: KeptGraph
  declarations: ReadonlyMap<string, string>
}

/** A stored graph before its declarations are read. */
interface OpenedGraph {
  /** The hashes of the declarations that it names. */
  names: readonly string[]
  /** The text that was packed, to the byte. */
  whole(declarations: ReadonlyMap<string, Declaration>): string
}

/** What a node has from the catalogue: its form, ports and words, cut where its own values and its id go. */
export interface Declaration extends CutText {
  /** The inputs in their order, and as JSON what one holds that nobody has set, where that is known. */
  inputs: readonly (readonly [name: string, untouched: string | undefined])[]
}

type JsonObject = Record<string, unknown>
type PackedNode = [declaration: number, id: string, inputs: JsonObject, ...values: unknown[]]
type PackedEdge = [shape: number, source: string, target: string, ...values: unknown[]]
type Packed = [
  format: typeof PACKED,
  declarations: string[],
  nodes: (PackedNode | JsonObject)[],
  shapes: JsonObject[],
  edges: (PackedEdge | JsonObject)[],
  others: JsonObject,
]

/** In place of a list: a text that could be taken for one. */
const AS_IT_IS = 0
const PACKED = 1

const ID = '\u0001'
const TARGET = '\u0002'
const VALUE = '\u0003'
const INPUTS = '\u0004'
const EDGE_ID = '\u0005'
/** The marks as JSON has them; ids also begin the names of ports. */
const TEXTS = {
  id: String.raw`"\u0001`,
  target: String.raw`"\u0002`,
  value: String.raw`"\u0003"`,
  edgeId: String.raw`"\u0005"`,
} as const
const MARKS = /("\\u000(?:[12]|[345]"))/
const MARK = /\\u000[1-5]/

/** What is the same in all nodes of a kind. All else is a value, so that no flow's own words get into what flows share. */
const SAME_IN_NODES: ReadonlySet<string> = new Set(['type', 'selected', 'dragging', 'extent'])
const SAME_IN_DATA: ReadonlySet<string> = new Set(
  (
    'name version type category baseClasses description tags icon color selected hideInput hideOutput ' +
    'inputParams inputAnchors outputAnchors author badge filePath'
  ).split(' '),
)
const SAME_IN_EDGES: ReadonlySet<string> = new Set(['type', 'selected', 'animated', 'data'])
/** A chosen output is one of a few. */
const LONGEST_OUTPUTS = 100

/**
 * A graph with what its nodes have from the catalogue taken out, which is stored once for all of them. Each node and edge is compared
 * with what will be read, and stored as it came where that differs.
 */
export function packGraph(flowData: string): PackedGraph {
  const flow = readCompact(flowData)
  if (!flow) return asItIs(flowData)
  const declarations = new Numbered(readDeclaration)
  const shapes = new Numbered(cut)
  const nodes = flow.nodes.map((node) => packNode(node, declarations) ?? node)
  const edges = flow.edges.map((edge) => packEdge(edge, shapes) ?? edge)
  const byHash = new Map(declarations.texts.map((text) => [graphHash(text), text]))
  const packed: Packed = [
    PACKED,
    [...byHash.keys()],
    nodes,
    shapes.texts.map((text) => JSON.parse(text) as JsonObject),
    edges,
    { ...flow, nodes: 0, edges: 0 },
  ]
  const text = JSON.stringify(packed) as KeptGraph
  return text.length < flowData.length ? { text, declarations: byHash } : asItIs(flowData)
}

/** Reads what was stored, also by earlier versions: those stored whole flows. */
export function openGraph(kept: KeptGraph): OpenedGraph {
  const [format, ...parts] = kept.startsWith('[') ? (JSON.parse(kept) as [number, ...unknown[]]) : [AS_IT_IS, kept]
  if (format === AS_IT_IS) return { names: [], whole: () => String(parts[0]) }
  if (format !== PACKED) throw new Error(`This version does not read graphs of format ${format}`)
  const [names, nodes, shapes, edges, others] = parts as Packed extends [unknown, ...infer Parts] ? Parts : never
  return {
    names,
    whole(declarations) {
      const declared = names.map((name) => {
        const declaration = declarations.get(name)
        if (!declaration) throw new Error(`The declaration ${name} of a stored graph is missing`)
        return declaration
      })
      const shown = shapes.map((shape) => cut(JSON.stringify(shape)))
      const lists: Readonly<Record<string, readonly string[]>> = {
        nodes: nodes.map((node) => (isPacked(node) ? nodeText(node, at(declared, node[0])) : JSON.stringify(node))),
        edges: edges.map((edge) => (isPacked(edge) ? edgeText(edge, at(shown, edge[0])) : JSON.stringify(edge))),
      }
      const entries = Object.entries(others).map(([key, value]) => {
        const list = Object.hasOwn(lists, key) ? lists[key] : undefined
        return `${JSON.stringify(key)}:${list ? `[${list.join(',')}]` : JSON.stringify(value)}`
      })
      return `{${entries.join(',')}}`
    },
  }
}

export function readDeclaration(text: string): Declaration {
  const { node, inputs } = JSON.parse(text) as { node: JsonObject; inputs: JsonObject }
  return {
    ...cut(JSON.stringify(node)),
    inputs: Object.entries(inputs).map(([name, untouched]) => [
      name,
      untouched === VALUE ? undefined : JSON.stringify(untouched),
    ]),
  }
}

function packNode(node: JsonObject, declarations: Numbered<Declaration>): PackedNode | undefined {
  const { id, data } = node
  const text = JSON.stringify(node)
  if (typeof id !== 'string' || !isObject(data) || !isObject(data['inputs']) || MARK.test(text)) return undefined
  const values: unknown[] = []
  const asValue = (value: unknown): string => {
    values.push(value)
    return VALUE
  }
  const bareData = (): JsonObject =>
    mapValues(data, (key, value) => {
      if (key === 'inputs') return INPUTS
      if (key === 'id' && value === id) return ID
      const isSame = SAME_IN_DATA.has(key) || (key === 'outputs' && JSON.stringify(value).length <= LONGEST_OUTPUTS)
      return isSame ? value : asValue(value)
    })
  const bare = mapValues(node, (key, value) => {
    if (key === 'data') return bareData()
    return key === 'id' ? ID : SAME_IN_NODES.has(key) ? value : asValue(value)
  })
  const untouched = untouchedInputs(data)
  const inputs = mapValues(data['inputs'], (name) => untouched.get(name) ?? VALUE)
  const changed = Object.fromEntries(Object.entries(data['inputs']).filter(([name, value]) => inputs[name] !== value))
  const packedBy = ({ number, value }: { number: number; value: Declaration }): PackedNode | undefined => {
    const packed: PackedNode = [number, id, changed, ...values]
    return nodeText(packed, value) === text ? packed : undefined
  }
  // Most nodes are declared as the last of their kind was; then nothing has to be written out to know it.
  const kind = String(data['name'])
  const last = declarations.last(kind)
  const packed = last && packedBy(last)
  if (packed) return packed
  const declared = JSON.stringify({ node: bare, inputs }).replaceAll(`"${inText(id)}-`, () => `${TEXTS.id}-`)
  return packedBy(declarations.of(declared, kind))
}

function nodeText([, id, inputs, ...values]: PackedNode, declaration: Declaration): string {
  const own = `"${inText(id)}`
  let next = 0
  return joined(declaration, (mark) => {
    if (mark === TEXTS.id) return own
    if (mark === TEXTS.value) return JSON.stringify(values[next++])
    const entries = declaration.inputs.map(([name, untouched]) => {
      const value = Object.hasOwn(inputs, name) ? JSON.stringify(inputs[name]) : (untouched ?? 'null')
      return `${JSON.stringify(name)}:${value}`
    })
    return `{${entries.join(',')}}`
  })
}

/** By name, what the form of a node has in an input that nobody has set: nothing that somebody could look for in flows. */
function untouchedInputs(data: JsonObject): Map<unknown, '' | number | boolean> {
  const forms = [data['inputParams'], data['inputAnchors']].flatMap((list) => (Array.isArray(list) ? list : []))
  return new Map(
    forms.filter(isObject).flatMap(({ name, default: untouched = '' }) => {
      const isPlain = untouched === '' || typeof untouched === 'number' || typeof untouched === 'boolean'
      return isPlain ? [[name, untouched]] : []
    }),
  )
}

function packEdge(edge: JsonObject, shapes: Numbered<CutText>): PackedEdge | undefined {
  const { source, target, sourceHandle, targetHandle } = edge
  const text = JSON.stringify(edge)
  const isEdge = [source, target, sourceHandle, targetHandle].every((end) => typeof end === 'string')
  if (!isEdge || MARK.test(text)) return undefined
  const ends = edge as unknown as FlowEdge
  const values: unknown[] = []
  const shape = mapValues(edge, (key, value) => {
    if (key === 'source' || key === 'sourceHandle') return portOf(ends.source, { port: ends[key], mark: ID })
    if (key === 'target' || key === 'targetHandle') return portOf(ends.target, { port: ends[key], mark: TARGET })
    if (key === 'id' && value === edgeId(ends)) return EDGE_ID
    if (SAME_IN_EDGES.has(key)) return value
    values.push(value)
    return VALUE
  })
  const { number, value: shown } = shapes.of(JSON.stringify(shape), '')
  const packed: PackedEdge = [number, ends.source, ends.target, ...values]
  return edgeText(packed, shown) === text ? packed : undefined
}

function portOf(node: string, { port, mark }: { port: string; mark: string }): string {
  return port === node || port.startsWith(`${node}-`) ? mark + port.slice(node.length) : port
}

function edgeText([, source, target, ...values]: PackedEdge, shape: CutText): string {
  const ends = { [TEXTS.id]: `"${inText(source)}`, [TEXTS.target]: `"${inText(target)}` }
  let next = 0
  const text = joined(shape, (mark) => (mark === TEXTS.value ? JSON.stringify(values[next++]) : (ends[mark] ?? mark)))
  if (!shape.marks.includes(TEXTS.edgeId)) return text
  return text.replace(TEXTS.edgeId, () => JSON.stringify(edgeId(JSON.parse(text) as FlowEdge)))
}

/** A text cut at its marks. */
interface CutText {
  pieces: readonly string[]
  /** Between one piece and the next. */
  marks: readonly string[]
}

function cut(text: string): CutText {
  const parts = text.split(MARKS)
  return { pieces: parts.filter((_, index) => index % 2 === 0), marks: parts.filter((_, index) => index % 2 === 1) }
}

function joined({ pieces, marks }: CutText, show: (mark: string) => string): string {
  let text = pieces[0] ?? ''
  for (const [index, mark] of marks.entries()) text += show(mark) + (pieces[index + 1] ?? '')
  return text
}

/** A flow whose text is what writing it gives: no other can be put together again. */
function readCompact(flowData: string): { nodes: JsonObject[]; edges: JsonObject[] } | undefined {
  try {
    const flow = parseJson(flowData)
    if (!isObject(flow) || JSON.stringify(flow) !== flowData) return undefined
    const { nodes, edges } = flow
    return areObjects(nodes) && areObjects(edges) ? { ...flow, nodes, edges } : undefined
  } catch {
    return undefined
  }
}

function asItIs(flowData: string): PackedGraph {
  const text = flowData.startsWith('[') ? JSON.stringify([AS_IT_IS, flowData]) : flowData
  return { text: text as KeptGraph, declarations: new Map() }
}

interface NumberedText<Value> {
  number: number
  value: Value
}

/** Texts in the order in which they were met first, each once, and what was made of them. */
class Numbered<Value> {
  readonly #known = new Map<string, NumberedText<Value>>()
  readonly #last = new Map<string, NumberedText<Value>>()
  readonly #make: (text: string) => Value

  constructor(make: (text: string) => Value) {
    this.#make = make
  }

  get texts(): string[] {
    return [...this.#known.keys()]
  }

  of(text: string, kind: string): NumberedText<Value> {
    const known = this.#known.get(text) ?? { number: this.#known.size, value: this.#make(text) }
    this.#known.set(text, known)
    this.#last.set(kind, known)
    return known
  }

  last(kind: string): NumberedText<Value> | undefined {
    return this.#last.get(kind)
  }
}

function at<Item>(items: readonly Item[], number: number): Item {
  const item = items[number]
  if (item === undefined) throw new Error(`A stored graph has no part ${number}`)
  return item
}

function isPacked<Part extends unknown[]>(part: Part | JsonObject): part is Part {
  return Array.isArray(part)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areObjects(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.every(isObject)
}

function mapValues(object: JsonObject, change: (key: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]))
}

/** As it stands between quotes. */
function inText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
