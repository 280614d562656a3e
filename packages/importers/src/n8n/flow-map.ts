import { addTo } from '../shared/groups.ts'
import type { CredentialGap, Example, FlowLink, ImportedFlow, ImportedNode, ImportProblem, Verdict } from '../report.ts'
import type { Drawing, Exit } from '../shared/drawing.ts'
import { addPlaceholder } from '../shared/placeholder.ts'
import { text } from '../shared/values.ts'
import { valueCode, itemScope, Variables, writeCode } from './code.ts'
import { cutExpression, readPath } from './expressions.ts'
import type { N8nEdge, N8nNode, N8nWorkflow } from './read.ts'
import { fromItem, fromNothing, fromResults, together, type Source } from './sources.ts'

/** A container that steps stand in, and the item it works on. */
export interface Scope {
  readonly container: string | undefined
  readonly parent: Scope | undefined
  /** What nodes outside gave for the item, by their names. */
  readonly links: ReadonlyMap<string, Source>
}

/** What a node came to in the flow. */
export interface Mapped {
  readonly scope: Scope
  /** The first step that stands for it; nothing for what was dropped. */
  readonly entry: string | undefined
  readonly exits: (output: number) => readonly Exit[]
  readonly source: Source
  /** Of another output. */
  readonly sourceAt?: (output: number) => Source
}

/** What a node gets when its turn has come. */
export interface Turn {
  readonly node: N8nNode
  readonly scope: Scope
  /** What comes in at each of its inputs. */
  readonly inputs: readonly Source[]
  readonly input: Source
  /** The ends that lead to it. */
  readonly ways: readonly Exit[]
}

/** A flow that comes of a part of a workflow. */
export class FlowMap {
  readonly workflow: N8nWorkflow
  readonly drawing: Drawing
  readonly mapped = new Map<string, Mapped>()
  readonly report = new Map<string, ImportedNode>()
  readonly problems: ImportProblem[] = []
  readonly gaps: CredentialGap[] = []
  readonly examples: Example[] = []
  readonly links: FlowLink[] = []
  /** Flows that come of single nodes. */
  readonly beside: ImportedFlow[] = []
  readonly root: Scope = { container: undefined, parent: undefined, links: new Map() }

  /** The name of the flow that others of this file call. */
  callable: string | undefined

  constructor(workflow: N8nWorkflow, drawing: Drawing) {
    this.workflow = workflow
    this.drawing = drawing
  }

  tell(node: N8nNode, verdict: Verdict, to: readonly string[], note = ''): void {
    const before = this.report.get(node.name)
    const all = [...new Set([...(before?.to ?? []), ...to])]
    const worse = before && RANK.indexOf(before.verdict) > RANK.indexOf(verdict) ? before : undefined
    this.report.set(node.name, {
      name: node.name,
      type: node.fullType,
      verdict: worse?.verdict ?? verdict,
      to: all,
      note: worse?.note ?? note,
    })
  }

  problem(code: string, message: string, node: N8nNode, step?: string): void {
    this.problems.push({ code, message, node: node.name, ...(step !== undefined && { step }) })
  }

  /** A credential that a step, or what is chosen in it, has to be given. */
  gap(node: N8nNode, step: string, chosen: string, input?: string): void {
    const declared = this.drawing.describe(chosen)?.credential
    if (!declared?.credentialNames || declared.optional === true) return
    const [given] = Object.values(node.credentials)
    const name = text((given as { name?: unknown } | undefined)?.name) || declared.credentialNames[0] || chosen
    this.gaps.push({ name, types: [...declared.credentialNames], step, ...(input !== undefined && { input }) })
    this.problem('credential', `Choose a credential for "${node.name}" (${name}).`, node, step)
  }

  /** What a node by its name gives to one that stands in a scope. */
  sourceOf(name: string, scope: Scope): Source | undefined {
    for (let at: Scope | undefined = scope; at; at = at.parent) {
      const link = at.links.get(name)
      if (link) return link
    }
    const mapped = this.mapped.get(name)
    return mapped && this.lifted(mapped, scope).source
  }

  /** What a node gives and where it goes on, as seen from another scope: a container stands for all that it holds. */
  lifted(mapped: Mapped, scope: Scope, output = 0): { source: Source; exits: readonly Exit[] } {
    const source = mapped.sourceAt?.(output) ?? mapped.source
    const around = new Set<Scope>()
    for (let at: Scope | undefined = scope; at; at = at.parent) around.add(at)
    if (around.has(mapped.scope)) return { source, exits: mapped.exits(output) }
    let outer = mapped.scope
    while (outer.parent && !around.has(outer.parent)) outer = outer.parent
    const id = outer.container ?? ''
    return { source: fromResults(id, source), exits: [{ id }] }
  }

  connect(ways: readonly Exit[], to: string, node: N8nNode): void {
    for (const way of ways) {
      if (way.id === to || this.drawing.connect(way, to)) continue
      this.problem(
        'connection',
        `A connection to "${node.name}" was left out, because the steps would form a circle.`,
        node,
        to,
      )
    }
  }

  /** Adds a step of code that stands for a node, or comes before one. */
  addCode(
    work: string,
    turn: Turn,
    { label, id, more = [] }: { label: string; id?: string; more?: readonly (readonly [string, string])[] },
  ): string {
    const variables = new Variables()
    for (const [variableName, variableValue] of more) variables.rows.push({ variableName, variableValue })
    const source = writeCode(
      work,
      {
        inputs: turn.inputs.length > 0 ? turn.inputs : [fromNothing()],
        sourceOf: (name) => this.sourceOf(name, turn.scope),
        workflow: this.workflow.name,
      },
      variables,
    )
    return this.drawing.add({
      node: 'customFunctionAgentflow',
      label,
      container: turn.scope.container,
      ...(id !== undefined && { id }),
      inputs: {
        customFunctionInputVariables: variables.rows,
        customFunctionJavascriptFunction: source,
        ...policyOf(turn.node),
      },
    })
  }

  placeholder(turn: Pick<Turn, 'node' | 'scope' | 'ways'>, hint: string): string {
    const { node, scope, ways } = turn
    const { id, sentence } = addPlaceholder(this.drawing, {
      product: 'n8n',
      label: node.name,
      type: node.fullType,
      hint,
      settings: { parameters: node.parameters },
      container: scope.container,
    })
    this.connect(ways, id, node)
    this.problem('placeholder', sentence, node, id)
    this.tell(node, 'placeholder', [id], sentence)
    return id
  }

  /** A scope for steps that run once for each item of a source. */
  openScope(
    turn: Turn,
    { label, names }: { label: string; names: readonly string[] },
  ): { scope: Scope; item: Source; id: string } {
    const id = this.drawing.reserve('iterationAgentflow')
    const prepared = this.drawing.reserve('customFunctionAgentflow')
    const beside = names.flatMap((name) => {
      const source = this.sourceOf(name, turn.scope)
      return source?.isMany ? [{ name, source }] : []
    })
    const variables = new Variables()
    const lists = beside.map(({ source }) => source.items(variables.use))
    const work =
      beside.length === 0
        ? 'return items'
        : `const beside = [${lists.join(', ')}]\nreturn items.map((json, index) => ({ json, beside: beside.map((list) => list[index] ?? list.at(-1) ?? {}) }))`
    const source = writeCode(
      work,
      { inputs: [turn.input], sourceOf: () => undefined, workflow: this.workflow.name },
      variables,
    )
    this.drawing.add({
      node: 'customFunctionAgentflow',
      id: prepared,
      label: `Items of ${label}`,
      container: turn.scope.container,
      inputs: { customFunctionInputVariables: variables.rows, customFunctionJavascriptFunction: source },
    })
    this.connect(turn.ways, prepared, turn.node)
    this.drawing.add({
      node: 'iterationAgentflow',
      id,
      label: `For each: ${label}`,
      container: turn.scope.container,
      inputs: { iterationInput: `{{${prepared}.output.content}}` },
    })
    this.connect([{ id: prepared }], id, turn.node)
    const item = beside.length === 0 ? fromItem() : fromItem(['json'])
    const links = new Map(beside.map(({ name }, index) => [name, fromItem(['beside', String(index)])]))
    return { scope: { container: id, parent: turn.scope, links }, item, id }
  }

  /** What leads to a node, as it is seen from its scope. */
  waysTo(edges: readonly N8nEdge[], scope: Scope): { inputs: Source[]; ways: Exit[] } {
    const byInput = new Map<number, Source[]>()
    const ways: Exit[] = []
    for (const edge of edges) {
      const from = this.mapped.get(edge.from)
      if (!from) continue
      const { source, exits } = this.lifted(from, scope, edge.output)
      addTo(byInput, edge.input, source)
      ways.push(...exits)
    }
    const most = Math.max(-1, ...byInput.keys())
    const inputs = Array.from({ length: Math.min(most + 1, MOST_INPUTS) }, (_, index) =>
      together(byInput.get(index) ?? []),
    )
    return { inputs, ways }
  }
}

const MOST_INPUTS = 50

/** The worst last: a node of which several flows come is told by the worst. */
const RANK: readonly Verdict[] = ['note', 'dropped', 'same', 'code', 'different', 'placeholder']

/** What a step does when it fails, as n8n's settings have it. */
export function policyOf({ onError, retries }: N8nNode): Record<string, unknown> {
  if (onError === 'continueErrorOutput') return { onError: 'output' }
  if (onError === 'continueRegularOutput') return { onError: 'default', errorText: '{}' }
  if (retries !== undefined) return { onError: 'retry', retries: Math.min(10, Math.max(1, retries - 1)) }
  return {}
}

/** The values of a node as texts of a step: what no reference can say is worked out by a step of code before it. */
export class Prepared {
  readonly #map: FlowMap
  readonly #turn: Turn
  readonly #work: string[] = []
  #id: string | undefined
  isBroken = false

  constructor(map: FlowMap, turn: Turn) {
    this.#map = map
    this.#turn = turn
  }

  /** A value as a text with references. */
  say(value: unknown): string {
    const written = typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value)
    return this.plain(written) ?? this.computed(valueCode(written))
  }

  /** The same, where references alone can say it. */
  plain(value: unknown): string | undefined {
    if (typeof value !== 'string') return undefined
    const parts = cutExpression(value).map((part) => ('text' in part ? part.text : this.#reference(part.expression)))
    return parts.includes(undefined) ? undefined : parts.join('')
  }

  /** The text of what code gives. */
  computed(code: string | undefined): string {
    if (code === undefined) {
      this.isBroken = true
      return ''
    }
    this.#id ??= this.#map.drawing.reserve('customFunctionAgentflow')
    const known = this.#work.indexOf(code)
    const index = known === -1 ? this.#work.push(code) - 1 : known
    return `{{${this.#id}.output.content[0].value${index}}}`
  }

  get isComputed(): boolean {
    return this.#id !== undefined
  }

  /** Adds the step of code, where one is needed; gives the ends that the node's own step follows. */
  finish(): { ways: readonly Exit[]; ids: string[] } {
    const turn = this.#turn
    if (this.#id === undefined) return { ways: turn.ways, ids: [] }
    const all = this.#work.join('\n')
    const values = this.#work.map((code, index) => `value${index}: shown(${code})`).join(',\n  ')
    const work = `const shown = (value) => (value === undefined || value === null ? '' : value)\nreturn items.slice(0, 1).concat(items.length === 0 ? [{}] : []).map(($json, $itemIndex) => {\n${itemScope(all)}\nreturn {\n  ${values},\n}\n})`
    const plainNode = { ...turn.node, onError: '', retries: undefined }
    this.#map.addCode(work, { ...turn, node: plainNode }, { label: `Values of ${turn.node.name}`, id: this.#id })
    this.#map.connect(turn.ways, this.#id, turn.node)
    return { ways: [{ id: this.#id }], ids: [this.#id] }
  }

  #reference(expression: string): string | undefined {
    const reading = readPath(expression)
    if (!reading) return undefined
    if (reading.from === 'now') return '{{current_date_time}}'
    const source = reading.from === 'input' ? this.#turn.input : this.#map.sourceOf(reading.node, this.#turn.scope)
    return source?.path(reading.path)
  }
}
