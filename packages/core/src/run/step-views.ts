import type { Decision, SaidMessage, StepEffect, WaitQuestion } from '../values/step-data.ts'
import type { TokenUsage } from '../values/messages.ts'
import type { RunEvent } from './events.ts'
import { foldState } from './fold-state.ts'
import type { RunFault } from './run-fault.ts'
import { stepsAgain } from './steps-again.ts'

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
  item?: { index: number; value: unknown }
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
  /** Why it did not run: from where no way came. */
  from?: readonly string[]
}

/** Gathers the steps of a run from its events, in the order they began. */
export interface StepViews {
  add(event: RunEvent): void
  readonly all: readonly StepView[]
  find(path: string): StepView | undefined
}

/** Goes on from what was told before, where a run does. */
export function createStepViews(earlier: Iterable<RunEvent> = []): StepViews {
  const byPath = new Map<string, StepView>()
  let state: Readonly<Record<string, unknown>> = {}

  const find = (path: string): StepView | undefined => byPath.get(path) ?? byPath.get(ownerOf(path))
  const put = (view: StepView): void => void byPath.set(view.path, view)

  const views: StepViews = {
    find: (path) => byPath.get(path),
    get all() {
      return [...byPath.values()]
    },
    add(event) {
      switch (event.type) {
        case 'step-start': {
          const { type: _, after = [], ...start } = event
          const parent = parentOf(event.path)
          const known = byPath.get(event.path)
          put({
            ...start,
            status: 'running',
            after,
            ...(parent !== undefined && { parent }),
            ...(isCallPath(event.path) && { isCall: true as const }),
            ...(known?.question && { question: known.question }),
            ...(known?.decision && { decision: known.decision }),
          })
          break
        }
        case 'step-end': {
          const view = byPath.get(event.path)
          if (!view) break
          // What steps inside a container added is in the container's own.
          state = foldState(state, event.path.includes('/') ? { ...(event.state && { state: event.state }) } : event)
          const {
            type: _,
            path: __,
            nodeId: ___,
            at: ____,
            forgetsPast: _____,
            jump: ______,
            appended: _______,
            ...end
          } = event
          put({ ...view, ...end, status: 'done', state })
          break
        }
        case 'step-error': {
          const view = byPath.get(event.path)
          if (view) put({ ...view, status: 'failed', durationMs: event.durationMs, fault: event.fault })
          break
        }
        case 'step-skip': {
          const { type: _, ...skip } = event
          const parent = parentOf(event.path)
          put({ ...skip, name: '', status: 'skipped', at: 0, after: [], ...(parent !== undefined && { parent }) })
          break
        }
        case 'step-wait': {
          const { question } = event
          const view = find(event.path) ?? { ...event, name: '', after: [] }
          put({ ...view, status: 'waiting', question })
          break
        }
        case 'step-decision': {
          const view = find(event.path)
          if (!view) break
          // Told again where a run was taken up again before: what came to an end stays there.
          put({ ...view, ...(view.status === 'waiting' && { status: 'running' }), decision: event.decision })
          break
        }
        case 'step-again': {
          const again = stepsAgain(event.path, byPath.values())
          for (const [path, view] of byPath) {
            // What is gone past is told anew by whoever does it again.
            if (again.isForgotten(path) || view.status === 'skipped') byPath.delete(path)
            else if (again.containers.has(path)) put(reopened(view))
          }
          break
        }
        default:
      }
    },
  }
  for (const event of earlier) views.add(event)
  return views
}

/** A container that is to come to an end anew. */
function reopened(view: StepView): StepView {
  const { output: _, durationMs: __, fault: ___, usage: ____, ...begun } = view
  return { ...begun, status: 'running' }
}

/** What a list of events tells of the steps of a run. */
export function stepViewsOf(events: Iterable<RunEvent>): readonly StepView[] {
  return createStepViews(events).all
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
