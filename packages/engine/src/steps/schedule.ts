import type { GraphEdge } from './gates.ts'
import { reachable, type GraphStep, type StepGraph } from './step-graph.ts'

/**
 * How far a run has come, as JSON. An edge is taken, or it is known that it will not be, or nobody knows yet. A step
 * waits until all edges to it are known, and then runs once or is skipped.
 */
export interface Schedule {
  /** By the edge's index. Lists, not records: each advance copies them. */
  readonly edges: readonly EdgeState[]
  /** By the step's index: how often it was begun. */
  readonly passes: readonly number[]
  /** By the step's index: whether this pass goes past it. */
  readonly skipped: readonly boolean[]
  /** Steps that are ready, under way or waiting, in the order they became ready. */
  readonly open: readonly OpenStep[]
  /** Jumps back that wait until nothing of what they repeat is under way. */
  readonly jumps: readonly Jump[]
}

/** The execution that took the edge, or `false` when it is not taken, or `null` while nobody knows. */
type EdgeState = string | false | null

/** One execution of a step. Its path is its identity, and the same however the run is interleaved. */
export interface OpenStep {
  readonly id: string
  readonly path: string
  /** The executions whose edges led here, in the order they were drawn. */
  readonly after: readonly string[]
}

export interface SkippedStep {
  readonly id: string
  /** The steps from which a way was needed, and none led here. */
  readonly from: readonly string[]
}

export interface Advance {
  readonly schedule: Schedule
  /** Steps that may begin now. */
  readonly ready: readonly OpenStep[]
  readonly skipped: readonly SkippedStep[]
  readonly hasEnded: boolean
}

export interface FinishedStep {
  readonly id: string
  /** The outputs that go on; without it, all. */
  readonly taken?: readonly string[]
  /** The step to go back to. */
  readonly jump?: string
}

interface Jump {
  readonly to: string
  readonly id: string
  readonly path: string
}

/** The first steps of a graph. */
export function beginSchedule(graph: StepGraph): Advance {
  // Nobody will come from where nobody can get to.
  const edges = graph.edges.map(({ source }) => (graph.unreached.has(source) ? false : null))
  const passes = Array.from({ length: graph.steps.size }, () => 0)
  const skipped = Array.from({ length: graph.steps.size }, () => false)
  const work = new Work(graph, { edges, passes, skipped, open: [], jumps: [] })
  for (const id of graph.starts) work.begin(id, [])
  return work.result()
}

/** What follows from a finished step. Pure: the same outcome of the same schedule always leads to the same. */
export function advance(graph: StepGraph, before: Schedule, finished: FinishedStep): Advance {
  const work = new Work(graph, before)
  work.finish(finished)
  return work.result()
}

/** One advance: a copy of the schedule that changes while its consequences are followed. */
class Work {
  private readonly graph: StepGraph
  private readonly edges: EdgeState[]
  private readonly passes: number[]
  private open: OpenStep[]
  private jumps: Jump[]
  private readonly ready: OpenStep[] = []
  private readonly skipped: boolean[]
  private readonly past: SkippedStep[] = []

  constructor(graph: StepGraph, before: Schedule) {
    this.graph = graph
    this.edges = [...before.edges]
    this.passes = [...before.passes]
    this.skipped = [...before.skipped]
    this.open = [...before.open]
    this.jumps = [...before.jumps]
  }

  result(): Advance {
    const { edges, passes, skipped, open, jumps, ready, past } = this
    return { schedule: { edges, passes, skipped, open, jumps }, ready, skipped: past, hasEnded: open.length === 0 }
  }

  finish({ id, taken, jump }: FinishedStep): void {
    const finished = this.open.find((step) => step.id === id)
    if (!finished) throw new Error(`The step "${id}" is not under way`)
    this.open = this.open.filter((step) => step !== finished)
    const { outgoing } = this.step(id)
    for (const edge of outgoing) {
      this.edges[edge.index] = !taken || taken.includes(edge.output) ? finished.path : false
    }
    this.look(outgoing)
    if (jump !== undefined) this.jumps.push({ to: jump, id, path: finished.path })
    this.goBack()
  }

  begin(id: string, after: readonly string[]): void {
    const step = { id, path: this.nextPath(id), after }
    this.open.push(step)
    this.ready.push(step)
  }

  /** Begins what the edges lead to where everything about it is known, and skips it where a way that it needs is not taken. */
  private look(edges: readonly GraphEdge[]): void {
    const targets = new Set(edges.map(({ target }) => target))
    for (const id of targets) {
      const { index, incoming, outgoing, gates } = this.step(id)
      if (this.skipped[index]) continue
      const shut = gates.find((gate) => gate.every((edge) => this.edges[edge.index] === false))
      if (!shut) {
        if (this.isKnown(incoming)) this.begin(id, this.pathsOf(incoming))
        continue
      }
      this.skipped[index] = true
      this.past.push({ id, from: [...new Set(shut.map(({ source }) => source))] })
      for (const edge of outgoing) {
        this.edges[edge.index] = false
        // Again at the end, where it was looked at before this edge was known.
        targets.delete(edge.target)
        targets.add(edge.target)
      }
    }
  }

  /** Repeats what jumps lead back to, once all of this pass is done. */
  private goBack(): void {
    for (let next = this.nextJump(); next; next = this.nextJump()) {
      const { to, body } = next
      const back = this.jumps.filter((jump) => jump.to === to)
      this.jumps = this.jumps.filter((jump) => jump.to !== to)
      for (const { index, source } of this.graph.edges) if (body.has(source)) this.edges[index] = null
      for (const id of body) this.skipped[this.step(id).index] = false
      this.begin(
        to,
        back.sort(this.asDrawn).map(({ path }) => path),
      )
    }
  }

  private nextJump(): PendingJump | undefined {
    const pending = this.jumps.toSorted(this.asDrawn).map((jump) => this.pending(jump))
    const settled = pending.filter((jump) => this.isSettled(jump))
    const free = settled.find((jump) => !pending.some((other) => goesBefore(other, jump)))
    // Jumps that wait for each other in a circle: somebody has to begin.
    return free ?? (this.open.length === 0 ? settled[0] : undefined)
  }

  private readonly asDrawn = (one: Jump, other: Jump): number => this.step(one.id).index - this.step(other.id).index

  /** Nothing of what it repeats is under way, nor still to come in this pass. */
  private isSettled({ to, body }: PendingJump): boolean {
    if (this.open.some(({ id }) => body.has(id))) return false
    return [...body].every((id) => {
      const { index, incoming } = this.step(id)
      return this.isKnown(incoming) || (this.skipped[index] && id !== to)
    })
  }

  private pending(jump: Jump): PendingJump {
    const body = reachable([jump.to], (id) => this.step(id).outgoing.map(({ target }) => target))
    return { ...jump, index: this.step(jump.id).index, body }
  }

  private isKnown(edges: readonly GraphEdge[]): boolean {
    return edges.every(({ index }) => this.edges[index] !== null)
  }

  private pathsOf(edges: readonly GraphEdge[]): string[] {
    return [...new Set(edges.flatMap(({ index }) => this.edges[index] || []))]
  }

  private nextPath(id: string): string {
    const { index } = this.step(id)
    const pass = this.passes[index] ?? 0
    this.passes[index] = pass + 1
    return `${id}@${pass}`
  }

  private step(id: string): GraphStep {
    const step = this.graph.steps.get(id)
    if (!step) throw new Error(`There is no step "${id}"`)
    return step
  }
}

interface PendingJump extends Jump {
  readonly index: number
  /** All that it repeats. */
  readonly body: ReadonlySet<string>
}

/** The inner of two loops; of two that only meet, the one from within the other; else the one drawn first. */
function goesBefore(one: PendingJump, other: PendingJump): boolean {
  if (one.to === other.to) return false
  if (other.body.has(one.to)) return true
  if (one.body.has(other.to)) return false
  const isWithin = other.body.has(one.id)
  return isWithin && (!one.body.has(other.id) || one.index < other.index)
}
