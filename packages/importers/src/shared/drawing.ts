import {
  applyEdit,
  createStepEdge,
  stepHandle,
  type EditCatalogue,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type NodeDescription,
} from '@chatwright/core'
import { ImportError } from './import-error.ts'

/** An end that paths leave from: a step, and its output where it decides. */
export interface Exit {
  readonly id: string
  readonly branch?: string
}

export interface NewStep {
  readonly node: string
  readonly label: string
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly container?: string | undefined
  /** Set aside before, so that others could speak of it. */
  readonly id?: string
}

/**
 * A flow of steps that is being drawn. Each step is made by the edit that adds it, on a canvas of its own: what an edit costs grows with
 * the flow, and here it would be paid for every step.
 */
export class Drawing {
  readonly #catalogue: EditCatalogue
  readonly #next = new Map<string, number>()
  readonly #nodes = new Map<string, FlowNode>()
  readonly #edges = new Map<string, FlowEdge>()
  readonly #after = new Map<string, Set<string>>()

  constructor(catalogue: EditCatalogue) {
    this.#catalogue = catalogue
  }

  describe(node: string): NodeDescription | undefined {
    return this.#catalogue.describe(node)
  }

  reserve(node: string): string {
    const number = this.#next.get(node) ?? 0
    this.#next.set(node, number + 1)
    return `${node}_${number}`
  }

  add({ node, label, inputs = {}, container, id = this.reserve(node) }: NewStep): string {
    const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined))
    const added = applyEdit(
      { nodes: [], edges: [] },
      { do: 'add', node, id, inputs: given, at: { x: 0, y: 0 }, ...(label.trim() !== '' && { label: label.trim() }) },
      this.#catalogue,
    )
    const [made] = 'flow' in added ? added.flow.nodes : []
    if (!made) throw new ImportError(`This server has no step "${node}", which "${label}" needs.`)
    this.#nodes.set(id, container === undefined ? made : { ...made, parentNode: container, extent: 'parent' })
    return id
  }

  /** Whether there is a connection now: one that would go round in a circle is refused. */
  connect({ id, branch }: Exit, to: string): boolean {
    const [source, target] = [this.#nodes.get(id), this.#nodes.get(to)]
    if (!source || !target || source.data['hideOutput'] === true || id === to || this.#leads(to, id)) return false
    const sourceHandle = stepHandle(
      id,
      branch ?? (source.data.outputAnchors[0]?.name as string | undefined) ?? source.data.name,
    )
    if (!source.data.outputAnchors.some((anchor) => anchor.id === sourceHandle)) return false
    const edge = createStepEdge({ source, sourceHandle, target })
    this.#edges.set(edge.id, edge)
    const after = this.#after.get(id) ?? new Set()
    this.#after.set(id, after.add(to))
    return true
  }

  #leads(from: string, to: string): boolean {
    const found = new Set([from])
    for (const id of found) {
      if (id === to) return true
      for (const next of this.#after.get(id) ?? []) found.add(next)
    }
    return false
  }

  place(id: string, position: { x: number; y: number }): void {
    const node = this.#nodes.get(id)
    if (node) this.#nodes.set(id, { ...node, position, positionAbsolute: position })
  }

  resize(id: string, size: { width: number; height: number }): void {
    const node = this.#nodes.get(id)
    if (node) this.#nodes.set(id, { ...node, ...size, style: { ...size } })
  }

  get flow(): Flow {
    return { nodes: [...this.#nodes.values()], edges: [...this.#edges.values()] }
  }
}
