import type { EditCatalogue, Flow, FlowEdge, FlowKind, FlowNode } from '@chatwright/core'
import {
  changeNodeId,
  flowKind,
  FlowSchema,
  instanceReference,
  isStepNode,
  refusalText,
  topologicalOrder,
} from '@chatwright/core'
import type { Connection } from '../document/draw-edges.ts'
import { drawEdge, impliedBy, keyOf } from '../document/draw-edges.ts'
import { isRecord } from '../document/is-same.ts'
import type { SpokenNode } from '../document/make-node.ts'
import { makeNode } from '../document/make-node.ts'
import { baseOf } from '../files.ts'
import { FLOW_CALLS } from '../print/print-flow.ts'
import { isLong, usualFile } from '../print/text-files.ts'
import type { CodeProblem } from '../problem.ts'
import { CodeFault, Problems } from '../problem.ts'
import { readSyntax } from '../syntax/read-syntax.ts'
import { isWritable } from '../syntax/signs.ts'
import type { ConstStatement, Span, Statement } from '../syntax/syntax.ts'
import { placeNodes } from './place-nodes.ts'
import { FlowFiles } from './read-files.ts'
import type { ReadFile } from './read-files.ts'
import { notesOf, readNode } from './read-node.ts'
import type { ReadNode } from './read-node.ts'
import { isNodeCall, NodeName, ValueReader } from './read-values.ts'
import type { DrawnEdge, HeldEdge, RawParts } from './raw-parts.ts'
import { addRaw, renamed, renamedEdge } from './raw-parts.ts'
import { orderEdges } from './order-edges.ts'
import { findRenames } from './find-renames.ts'
import { settleOn } from './settle-on.ts'

export interface ParseOptions {
  /** The path of the code in the folder, such as `flows/support.flow.ts`. */
  entry: string
  /** The flow as it was: what is the same stays the same object, so that its edits are those of the code. */
  before?: Flow
}

export interface ParsedFlow {
  /** Not there as long as there is a problem: what was before stays. */
  flow: Flow | undefined
  name: string | undefined
  kind: FlowKind | undefined
  problems: CodeProblem[]
}

/** Reads the files of a flow back. Nothing in them is ever evaluated. */
export function parseFlow(read: ReadFile, catalogue: EditCatalogue, { entry, before }: ParseOptions): ParsedFlow {
  const problems = new Problems()
  const files = new FlowFiles(read, entry, problems)
  const text = files.code()
  if (text === undefined) return { flow: undefined, name: undefined, kind: undefined, problems: problems.list }
  const parsing = new Parsing({ catalogue, files, entry, report: (fault) => problems.add(entry, fault) })
  const flow = parsing.parse(text)
  const { name, kind } = parsing.header
  return {
    flow: problems.list.length > 0 ? undefined : before && flow ? settleOn(before, flow) : flow,
    name,
    kind,
    problems: problems.list,
  }
}

interface Surroundings {
  catalogue: EditCatalogue
  files: FlowFiles
  entry: string
  report: (fault: CodeFault) => void
}

class Parsing {
  readonly #around: Surroundings
  readonly header: { name: string | undefined; kind: FlowKind | undefined } = { name: undefined, kind: undefined }

  constructor(around: Surroundings) {
    this.#around = around
  }

  parse(text: string): Flow | undefined {
    const { report, files, catalogue } = this.#around
    let isBroken = false
    const { statements, tail } = readSyntax(text, (fault) => {
      isBroken = true
      report(fault)
    })
    const consts = this.#consts(statements)
    const values = new ValueReader(consts, files)
    this.#readHeader(statements, values, isBroken)
    const nodes: ReadNode[] = []
    const comments: string[][] = []
    let above: string[] = []
    for (const statement of statements) {
      if (statement.type === 'header') continue
      for (const line of statement.comments) above.push(line)
      if (statement.type !== 'const' || consts.get(statement.name) !== statement) continue
      const { value } = statement
      this.#attempt(() => {
        if (!isNodeCall(value)) {
          values.plain(value)
          return
        }
        nodes.push(readNode(statement, value, { catalogue, values, report }))
        comments.push(above)
        above = []
      })
    }
    const raw = this.#raw(statements, values)
    const layout = files.layout()
    const forms = files.forms()
    if (isBroken) return undefined

    const renames = findRenames(
      nodes.map(({ spoken }) => spoken),
      layout,
    )
    const former = new Map([...renames].map(([old, id]) => [id, old]))
    const knownForms: typeof forms = {
      formOf: (node) => forms.formOf({ ...node, id: former.get(node.id) ?? node.id }),
    }
    const made = new Map<string, FlowNode>()
    const byConst = new Map(nodes.map((node) => [node.statement, node]))
    for (const [index, node] of nodes.entries()) {
      this.#attempt(() => {
        const spoken = this.#settled(node, byConst)
        if (made.has(spoken.id)) throw new CodeFault('id-twice', node, { id: spoken.id })
        const head = index === 0 ? this.#headComments(statements) : []
        const below = index === nodes.length - 1 ? [...above, ...tail] : []
        const drawn = makeNode({ ...spoken, raw: undefined, notes: undefined }, catalogue, knownForms)
        const notes = {
          ...notesOf(comments[index] ?? [], this.#unusualFiles(node, drawn)),
          ...(head.length > 0 && { head: head.join('\n') }),
          ...(below.length > 0 && { tail: below.join('\n') }),
        }
        const hasNotes = Object.keys(notes).length > 0
        const whole = hasNotes ? { ...spoken, notes } : spoken
        const final = hasNotes || spoken.raw || spoken.notes ? makeNode(whole, catalogue, knownForms) : drawn
        if (spoken.isExact || spoken.raw) checkShape(final, node)
        made.set(spoken.id, renames.size > 0 ? changeNodeId(final, renames) : final)
      })
    }
    this.#checkKind(nodes, made)
    const kind = flowKind({ nodes: [...made.values()] })
    const drawn = this.#drawEdges({
      nodes,
      byConst,
      made,
      kind,
      deny: raw.withoutEdges.map((each) => renamed(each, renames)),
    })
    this.#checkCircles(
      nodes,
      made,
      drawn.map(({ edge }) => edge),
    )
    const heldEdges = raw.edges.flatMap((each) => this.#heldEdge(each, { made, kind, renames }))
    const edges = orderEdges(drawn, heldEdges, { layout, renames })
    const placedNodes = placeNodes({ made, twins: raw.nodes, edges, layout, former })
    const flow: Flow & Record<string, unknown> = { ...layout?.more, nodes: placedNodes, edges }
    if (layout?.viewport !== undefined) flow.viewport = layout.viewport as NonNullable<Flow['viewport']>
    return flow
  }

  #consts(statements: readonly Statement[]): Map<string, ConstStatement> {
    const consts = new Map<string, ConstStatement>()
    for (const statement of statements) {
      if (statement.type !== 'const') continue
      const { name, nameSpan } = statement
      if (consts.has(name)) this.#around.report(new CodeFault('name-twice', nameSpan, { name }))
      else consts.set(name, statement)
    }
    return consts
  }

  #readHeader(statements: readonly Statement[], values: ValueReader, isBroken: boolean): void {
    const { report } = this.#around
    const [first, ...others] = statements.filter((statement) => statement.type === 'header')
    for (const other of others) report(new CodeFault('header-twice', other))
    if (!first) {
      if (!isBroken) report(new CodeFault('header-missing', { from: 0 }))
      return
    }
    const { value } = first
    const call = value.type === 'call' ? value.path.join('.') : ''
    const kind = (['chat', 'agents'] as const).find((each) => FLOW_CALLS[each] === call)
    const [written] = value.type === 'call' && value.values.length === 1 ? value.values : []
    this.#attempt(() => {
      const name = written && values.plain(written)
      if (!kind || typeof name !== 'string') throw new CodeFault('header-wrong', first, { kind: 'chatFlow' })
      this.header.name = name
      this.header.kind = kind
    })
  }

  #headComments(statements: readonly Statement[]): string[] {
    return statements.find((statement) => statement.type === 'header')?.comments ?? []
  }

  /** The node with ids in the places of names. */
  #settled({ spoken, connected, inside }: ReadNode, byConst: ReadonlyMap<ConstStatement, ReadNode>): SpokenNode {
    const idOf = (name: NodeName): string => byConst.get(name.node)?.spoken.id ?? name.node.name
    const fill = (value: unknown): unknown => (value instanceof NodeName ? instanceReference(idOf(value)) : value)
    const inputs = Object.entries(spoken.inputs).map(([name, value]): [string, unknown] => {
      if (!connected.has(name)) return [name, value]
      return [name, Array.isArray(value) ? value.map((item: unknown) => fill(item)) : fill(value)]
    })
    return {
      ...spoken,
      inputs: Object.fromEntries(inputs),
      ...(inside && { inside: idOf(inside) }),
    }
  }

  /** The files that the printer would not choose by itself. */
  #unusualFiles(node: ReadNode, drawn: FlowNode): Record<string, string> {
    const base = baseOf(this.#around.entry)
    const unusual = node.files.filter(({ path, file }) => {
      const place = { node: drawn, constName: node.statement.name, path }
      const text = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), drawn.data.inputs)
      return usualFile(base, place) !== file || typeof text !== 'string' || !isLong(text, place) || !isWritable(text)
    })
    return Object.fromEntries(unusual.map(({ path, file }) => [path.join('.'), file]))
  }

  #checkKind(nodes: readonly ReadNode[], made: ReadonlyMap<string, FlowNode>): void {
    const { kind } = this.header
    const steps = nodes.filter(({ spoken }) => made.get(spoken.id) && isStepNode(made.get(spoken.id)!))
    const wrong = kind === 'chat' ? steps[0] : kind === 'agents' && steps.length === 0 ? nodes[0] : undefined
    if (!wrong) return
    const other = kind === 'chat' ? 'agents' : 'chat'
    this.#around.report(
      new CodeFault('kind-other', wrong, {
        name: wrong.spoken.name,
        kind: other === 'agents' ? 'agent' : 'chat',
        call: FLOW_CALLS[other],
      }),
    )
  }

  #drawEdges(drawing: {
    nodes: readonly ReadNode[]
    byConst: ReadonlyMap<ConstStatement, ReadNode>
    made: ReadonlyMap<string, FlowNode>
    kind: FlowKind
    deny: readonly Connection[]
  }): DrawnEdge[] {
    const { nodes, byConst, made, kind, deny } = drawing
    const denied = new Set(deny.map((each) => keyOf(each)))
    return nodes.flatMap((node) => {
      const target = made.get(node.spoken.id)
      if (!target) return []
      const edges: DrawnEdge[] = []
      const there = new Set<string>()
      const connect = (name: NodeName, input: string | undefined, isOnly: boolean): void => {
        this.#attempt(() => {
          const from = byConst.get(name.node)?.spoken.id ?? ''
          const source = made.get(from)
          // What is wrong with that node was reported there.
          if (!source) return
          const connection = { from, to: target.id, branch: name.branch, input }
          const key = keyOf(connection)
          const outcome = drawEdge(kind, { source, target }, connection)
          if ('edge' in outcome && !there.has(key) && isOnly) {
            there.add(key)
            edges.push({ edge: outcome.edge, connection })
            return
          }
          throw refusedConnection(outcome, { name, source, target, input, isOnly })
        })
      }
      for (const name of node.after) connect(name, undefined, true)
      // By the order of the form, as the printer has them: where code has another order, the flow is the same.
      for (const input of Object.keys(target.data.inputs)) {
        const names = node.connected.get(input) ?? []
        const anchor = target.data.inputAnchors.find((each) => each.name === input)
        const isList = !anchor || anchor.list === true
        for (const [index, name] of names.entries()) connect(name, input, isList || index === 0)
      }
      if (kind === 'agents') return edges
      for (const connection of impliedBy(target, made)) {
        const key = keyOf(connection)
        if (denied.has(key) || there.has(key)) continue
        there.add(key)
        const outcome = drawEdge(kind, { source: made.get(connection.from)!, target }, connection)
        if ('edge' in outcome) edges.push({ edge: outcome.edge, connection })
      }
      return edges
    })
  }

  #checkCircles(nodes: readonly ReadNode[], made: ReadonlyMap<string, FlowNode>, edges: FlowEdge[]): void {
    const { cycle } = topologicalOrder({ nodes: [...made.values()], edges })
    const first = nodes.find(({ spoken }) => spoken.id === cycle?.[0])
    if (!cycle || !first) return
    const ids = [...cycle.slice(0, 8), ...(cycle.length > 8 ? ['…'] : []), cycle[0]]
    this.#around.report(new CodeFault('circle', first, { nodes: ids.join(' → ') }))
  }

  #raw(statements: readonly Statement[], values: ValueReader): RawParts {
    const parts: RawParts = { nodes: [], edges: [], withoutEdges: [] }
    for (const statement of statements) {
      if (statement.type !== 'raw') continue
      this.#attempt(() => {
        const [first] = statement.value.type === 'call' ? statement.value.values : []
        const held = first && values.plain(first)
        if (!isRecord(held)) throw new CodeFault('raw-wrong', statement, { expected: 'raw({ edges: [ … ] })' })
        for (const [key, list] of Object.entries(held)) {
          const isKnown = key === 'nodes' || key === 'edges' || key === 'withoutEdges'
          if (!isKnown || !Array.isArray(list)) {
            throw new CodeFault('raw-wrong', statement, { expected: 'lists of nodes, edges or withoutEdges' })
          }
          for (const each of list as unknown[]) addRaw(parts, key, each, statement)
        }
      })
    }
    return parts
  }

  #heldEdge(
    held: HeldEdge,
    {
      made,
      kind,
      renames,
    }: { made: ReadonlyMap<string, FlowNode>; kind: FlowKind; renames: ReadonlyMap<string, string> },
  ): FlowEdge[] {
    if ('edge' in held) return [renamedEdge(held.edge, renames)]
    const connection = renamed(held.connection, renames)
    const source = made.get(connection.from)
    const target = made.get(connection.to)
    const outcome = source && target && drawEdge(kind, { source, target }, connection)
    if (outcome && 'edge' in outcome) return [outcome.edge]
    const { from, to } = connection
    this.#around.report(new CodeFault('raw-edge-unknown', held.place, { from, to }))
    return []
  }

  #attempt(read: () => void): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof CodeFault)) throw error
      this.#around.report(error)
    }
  }
}

function refusedConnection(
  outcome: ReturnType<typeof drawEdge>,
  at: { name: NodeName; source: FlowNode; target: FlowNode; input: string | undefined; isOnly: boolean },
): CodeFault {
  const { name, source, target, input, isOnly } = at
  const written = name.node.name
  if ('outputs' in outcome) {
    const outputs = outcome.outputs.map((each) => each.name).join(', ')
    if (name.branch === undefined) return new CodeFault('branch-missing', name, { name: written, outputs })
    return new CodeFault('output-unknown', name, { name: written, output: name.branch, outputs })
  }
  const params = { source: source.data.label, target: target.data.label, input: input ?? '' }
  const again = input === undefined ? 'step-connected' : isOnly ? 'connected-already' : 'input-full'
  const refusal = 'refusal' in outcome ? outcome.refusal : { code: again as 'step-connected', params }
  return new CodeFault('cannot-connect', name, { reason: refusalText(refusal), refusal: refusal.code })
}

function checkShape(node: FlowNode, place: Span): void {
  const { success, error } = FlowSchema.safeParse({ nodes: [node], edges: [] })
  if (success) return
  const path = error.issues[0]?.path.slice(2).map(String).join('.') ?? ''
  throw new CodeFault('raw-wrong', place, { expected: `${path} as a flow holds it` })
}
