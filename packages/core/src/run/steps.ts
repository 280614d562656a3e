import type { Decision, SaidMessage, StepEffect, WaitQuestion } from '../values/step-data.ts'
import type { TokenUsage } from '../values/messages.ts'
import { addTo, joinBranches, type BranchContext } from './branch-context.ts'
import type { RunEvent } from './events.ts'
import type { RunFault } from './run-fault.ts'
import type { StepEvent, StepItem } from './step-events.ts'
import { stepsAgain } from './steps-again.ts'
import type { DecidedBy } from './asker.ts'

export type StepStart = Extract<StepEvent, { type: 'step-start' }>
export type StepEnd = Extract<StepEvent, { type: 'step-end' }>
export type StepContext = BranchContext<SaidMessage>
type PlacedEvent = Extract<StepEvent, { path: string }>

/** One execution of a step, or a call inside one, as it is shown. */
export interface StepView {
  path: string
  nodeId: string
  label: string
  name: string
  status: 'running' | 'done' | 'failed' | 'waiting' | 'skipped'
  at: number
  /** The container or step that it stands in, by its path. */
  parent?: string
  /** A call inside a step, not a step of its own. */
  isCall?: true
  /** What it does to the world; missing where it did not begin. */
  effect?: StepEffect
  after: readonly string[]
  item?: StepItem
  attempt?: number
  durationMs?: number
  input?: unknown
  output?: unknown
  /** The whole state after it. */
  state?: Readonly<Record<string, unknown>>
  said?: readonly SaidMessage[]
  taken?: readonly string[]
  usage?: TokenUsage
  fault?: RunFault
  question?: WaitQuestion
  decision?: Decision
  decidedBy?: DecidedBy
  /** Why it did not run: from where no way came. */
  from?: readonly string[]
}

/** Where an execution begins. */
export interface StepPlacing {
  path: string
  /** The executions that led to it, in the order they were drawn. */
  after?: readonly string[] | undefined
  item?: StepItem | undefined
}

/** What is known under a path. */
interface Entry {
  start?: StepStart | undefined
  end?: StepEnd | undefined
  hasFailed?: boolean
  /** What had been said when it began. */
  textBefore: string
  question?: WaitQuestion
  decision?: Decision
  /** What it found when it began. */
  before?: StepContext | undefined
  /** What it left. */
  context?: StepContext | undefined
  view?: StepView
}

/** What is drawn side by side: the steps of a flow, of a flow inside a step, or of an item of a container. */
interface Level {
  /** Executions in the order they began. */
  readonly paths: Set<string>
  /** Those after which something has begun. */
  readonly followed: Set<string>
  /** What an item begins with. */
  base?: StepContext
}

/**
 * The steps of a run, folded from its events: what each execution came to, found and left. The engine goes on by it, an
 * execution is shown by it, and the next run takes the flow's state from it.
 */
export class Steps {
  readonly #entries = new Map<string, Entry>()
  readonly #levels = new Map<string, Level>()
  #events: PlacedEvent[] = []
  /** Paths below which something stands. */
  readonly #parents = new Set<string>()
  #text = ''
  #runId: string | undefined

  constructor(earlier: Iterable<RunEvent> = []) {
    for (const event of earlier) this.add(event)
  }

  /** As they are shown, in the order they began. */
  get views(): readonly StepView[] {
    return [...this.#entries.values()].flatMap(({ view }) => view ?? [])
  }

  viewOf(path: string): StepView | undefined {
    return this.#entries.get(path)?.view
  }

  /** What a finished execution came to. */
  endOf(path: string): StepEnd | undefined {
    return this.#entries.get(path)?.end
  }

  /** An execution that was begun and of which nothing more is known, with what had been said when it began. */
  openOf(path: string): { start: StepStart; textBefore: string } | undefined {
    const { start, end, hasFailed, textBefore = '' } = this.#entries.get(path) ?? {}
    return start && !end && !hasFailed ? { start, textBefore } : undefined
  }

  /** How often an execution was begun. */
  attemptsOf(path: string): number {
    const start = this.#entries.get(path)?.start
    return start ? (start.attempt ?? 1) : 0
  }

  questionOf(path: string): WaitQuestion | undefined {
    return this.#entries.get(path)?.question
  }

  decisionOf(path: string): Decision | undefined {
    return this.#entries.get(path)?.decision
  }

  /** The events of all that stands below a path and is not to be done again. */
  below(path: string): PlacedEvent[] {
    if (!this.#parents.has(path)) return []
    return this.#events.filter((event) => {
      const isForgotten = event.type === 'step-end' && this.endOf(event.path) === undefined
      return event.path.startsWith(`${path}/`) && !isForgotten
    })
  }

  add(event: RunEvent): void {
    this.#fold(event)
    if (!('path' in event)) return
    this.#events.push(event)
    noteParents(event.path, this.#parents)
  }

  #fold(event: RunEvent): void {
    switch (event.type) {
      case 'run-start':
        // A run that is taken up again begins again; what it said still stands.
        if (event.runId !== this.#runId) this.#text = ''
        this.#runId = event.runId
        break
      case 'token':
        this.#text += event.text
        break
      case 'text':
        this.#text = event.text
        break
      case 'step-start':
        this.#start(event)
        break
      case 'step-end':
        this.#end(event)
        break
      case 'step-error': {
        const entry = this.#entryOf(event.path)
        entry.hasFailed = true
        if (!isCallPath(event.path)) this.#levelAt(levelOf(event.path)).paths.add(event.path)
        if (entry.view)
          entry.view = { ...entry.view, status: 'failed', durationMs: event.durationMs, fault: event.fault }
        break
      }
      case 'step-skip': {
        const { type: _, ...skip } = event
        const place = placeOf(event.path)
        this.#entryOf(event.path).view = { ...skip, name: '', status: 'skipped', at: 0, after: [], ...place }
        break
      }
      case 'step-wait': {
        const { question } = event
        this.#entryOf(event.path).question = question
        const shown = this.#shownAt(event.path) ?? this.#entryOf(event.path)
        const view = shown.view ?? { ...event, name: '', after: [] }
        shown.view = { ...view, status: 'waiting', question }
        break
      }
      case 'step-decision': {
        this.#entryOf(event.path).decision = event.decision
        const shown = this.#shownAt(event.path)
        // Emitted again where a run was taken up again before: what came to an end stays there.
        if (shown?.view) {
          const { decidedBy: _, ...view } = shown.view
          shown.view = {
            ...view,
            ...(view.status === 'waiting' && { status: 'running' }),
            decision: event.decision,
            ...(event.by && { decidedBy: event.by }),
          }
        }
        break
      }
      case 'step-again':
        this.#again(event.path)
        break
      default:
    }
  }

  /** What an execution finds when it begins. */
  before({ path, after = [], item }: StepPlacing): StepContext | undefined {
    const joined = joinBranches(after.flatMap((each) => this.#entries.get(each)?.context ?? []))
    return joined ?? (item && this.itemBase(path.slice(0, path.lastIndexOf('/')), item))
  }

  /** What an item of a container begins with: the state that the item before it left, or that its container found. */
  itemBase(path: string, { isBeside }: Pick<StepItem, 'isBeside'>): StepContext {
    const level = this.#levelAt(`${path}/`)
    level.base ??= addTo<SaidMessage>(undefined, path, { state: this.#stateAt(path, isBeside === true) })
    return level.base
  }

  /** What everything that stands side by side left, joined in the order it was drawn. */
  leftAt(prefix: string): StepContext | undefined {
    const level = this.#levels.get(prefix)
    if (!level) return undefined
    const leaves = [...level.paths].flatMap((path) => {
      const { start, context } = this.#entries.get(path) ?? {}
      return context && !level.followed.has(path) ? { drawn: start?.drawn ?? 0, context } : []
    })
    return joinBranches(leaves.sort((one, other) => one.drawn - other.drawn).map(({ context }) => context))
  }

  /**
   * Lets an execution retry. Side effects and decisions in it stay, with the steps that led to them; everything after them
   * runs again.
   */
  tryAgain(path: string): void {
    const inside = [...this.#entries].filter(([each]) => each.startsWith(`${path}/`)).map(([, entry]) => entry)
    const last = inside.findLastIndex(
      ({ start, end, decision }) => decision !== undefined || (start?.effect === 'writes' && end !== undefined),
    )
    for (const entry of inside.slice(last + 1)) {
      if (!isUnknown(entry)) Object.assign(entry, { end: undefined, context: undefined, hasFailed: true })
    }
    for (const [prefix, { paths }] of this.#levels) {
      const isLeft = [...paths].some((each) => this.#entries.get(each)?.end)
      if (prefix.startsWith(`${path}/`) && !isLeft) this.#levels.delete(prefix)
    }
  }

  #start(event: StepStart): void {
    const { type: _, drawn: __, after = [], ...start } = event
    const entry = this.#entryOf(event.path)
    const { view } = entry
    const before = this.before(event)
    Object.assign(entry, {
      start: event,
      end: undefined,
      hasFailed: false,
      textBefore: this.#text,
      before,
      context: undefined,
      view: {
        ...start,
        status: 'running',
        after,
        ...placeOf(event.path),
        ...(view?.question && { question: view.question }),
        ...(view?.decision && { decision: view.decision }),
        ...(view?.decidedBy && { decidedBy: view.decidedBy }),
      },
    } satisfies Entry)
    if (isCallPath(event.path)) return
    const level = this.#levelAt(levelOf(event.path))
    level.paths.add(event.path)
    for (const path of after) level.followed.add(path)
  }

  #end(event: StepEnd): void {
    const entry = this.#entryOf(event.path)
    entry.end = event
    if (!entry.view) return
    const { type: _, path, nodeId: __, at: ___, forgetsPast: ____, jump: _____, appended, state, ...end } = event
    entry.view = { ...entry.view, ...end, status: 'done' }
    if (entry.view.isCall) return
    const { said } = end
    const added = { ...(state && { state }), ...(appended && { appended }), ...(said && { said }) }
    entry.context = addTo(entry.before, path, added)
    entry.view.state = entry.context.state
  }

  #again(path: string): void {
    const known = [...this.#entries].map(([each, { start }]) => ({ path: each, after: start?.after ?? [] }))
    const again = stepsAgain(path, known)
    for (const [each, entry] of this.#entries) {
      // Skipped steps are emitted again by the new pass.
      if (again.isForgotten(each) || entry.view?.status === 'skipped') this.#entries.delete(each)
      else if (again.containers.has(each)) {
        const { before, view } = entry
        this.#entries.set(each, { textBefore: '', before, ...(view && { view: reopened(view) }) })
      }
    }
    this.#events = this.#events.filter((event) => !again.isForgotten(event.path))
    this.#parents.clear()
    for (const event of this.#events) noteParents(event.path, this.#parents)
    for (const [prefix, { paths, followed }] of this.#levels) {
      if (again.isForgotten(prefix.slice(0, -1))) this.#levels.delete(prefix)
      followed.clear()
      for (const each of paths) {
        const entry = this.#entries.get(each)
        if (!entry) paths.delete(each)
        for (const before of entry?.view?.after ?? []) followed.add(before)
      }
    }
  }

  #entryOf(path: string): Entry {
    const known = this.#entries.get(path)
    if (known) return known
    const entry: Entry = { textBefore: '' }
    this.#entries.set(path, entry)
    return entry
  }

  /** Where a wait is shown: at itself, or at the step that it stands in. */
  #shownAt(path: string): Entry | undefined {
    const own = this.#entries.get(path)
    if (own?.view) return own
    const owner = this.#entries.get(ownerOf(path))
    return owner?.view && owner
  }

  #levelAt(prefix: string): Level {
    const known = this.#levels.get(prefix)
    if (known) return known
    const level: Level = { paths: new Set(), followed: new Set() }
    this.#levels.set(prefix, level)
    return level
  }

  /** The state with which an item of a container begins. */
  #stateAt(path: string, isBeside: boolean): Readonly<Record<string, unknown>> {
    const end = path.lastIndexOf('/')
    const container = path.slice(0, end)
    if (!isBeside) {
      for (let index = Number(path.slice(end + 1)) - 1; index >= 0; index -= 1) {
        const level = this.#levels.get(`${container}/${index}/`)
        if (!level) continue
        // An item that failed leaves what it had found.
        const hasEnded = level.paths.size > 0 && [...level.paths].every((each) => this.#entries.get(each)?.end)
        const left = hasEnded ? this.leftAt(`${container}/${index}/`) : level.base
        if (left) return left.state
      }
    }
    return this.#entries.get(container)?.before?.state ?? {}
  }
}

/** What a list of events tells of the steps of a run. */
export function stepViewsOf(events: Iterable<RunEvent>): readonly StepView[] {
  return new Steps(events).views
}

/** A container that has to finish again. */
function reopened(view: StepView): StepView {
  const { output: _, durationMs: __, fault: ___, usage: ____, ...begun } = view
  return { ...begun, status: 'running' }
}

/** Something was done to the world, and nobody knows whether. */
function isUnknown({ start, end, hasFailed = false }: Entry): boolean {
  return start?.effect === 'writes' && end === undefined && !hasFailed
}

function noteParents(path: string, parents: Set<string>): void {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) parents.add(path.slice(0, at))
}

function placeOf(path: string): Pick<StepView, 'parent' | 'isCall'> {
  const parent = parentOf(path)
  return { ...(parent !== undefined && { parent }), ...(isCallPath(path) && { isCall: true as const }) }
}

/** `each@0/1/say@0` stands beside others in `each@0/1/`. */
function levelOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** `each@0/1/say@0` stands in `each@0`; `agent@0/tool:1` in `agent@0`. */
function parentOf(path: string): string | undefined {
  const parts = path.split('/').slice(0, -1)
  while (parts.length > 0 && !isStepPart(parts.at(-1) ?? '')) parts.pop()
  return parts.length === 0 ? undefined : parts.join('/')
}

/** The step that a wait inside it belongs to. */
function ownerOf(path: string): string {
  const parts = path.split('/')
  while (parts.length > 1 && !isStepPart(parts.at(-1) ?? '')) parts.pop()
  return parts.join('/')
}

function isCallPath(path: string): boolean {
  return !isStepPart(path.slice(path.lastIndexOf('/') + 1))
}

function isStepPart(part: string): boolean {
  return /@\d+$/.test(part)
}
