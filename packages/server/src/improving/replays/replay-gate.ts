import {
  NodeError,
  type CallEvent,
  type ModelEvent,
  type RunEvent,
  type RunFault,
  type StepEffect,
} from '@chatwright/core'
import { toFault, type CallGate, type GatedCall } from '@chatwright/engine'
import { keyOfCall } from '../../runs/recordings/call-keys.ts'
import { keepModelEvents, readModelEvents } from '../../runs/recordings/model-events.ts'
import { readOutcome } from '../../runs/recordings/read-call.ts'
import { isRecorded, type Outcome } from '../../runs/recordings/recorder.ts'
import type { Foreseen } from './foreseen-calls.ts'
import { nodeIn, ownerOf } from './node-set.ts'
import type { TracedCall } from './recorded-calls.ts'
import { createRetelling } from './retelling.ts'
import { modelIn } from './run-price.ts'
import type { Values } from '../../runs/recordings/value-texts.ts'

/** How a result is known: from the record, asked anew, looked up as of today, or said by hand. */
export type Grade = 'recorded' | 'recomputed' | 'today' | 'by-hand'

export interface ReplayedCall extends Pick<CallEvent, 'kind' | 'method' | 'key'> {
  callId: string | undefined
  nodeId: string | undefined
  /** The node that was called, where it was not one that did something by itself. */
  ownNodeId: string | undefined
  effect: StepEffect
  grade: Grade
  request: unknown
  outcome: Outcome
  /** The model that it asked. */
  model: string | undefined
  /** Of the recorded call that it was answered from. */
  seq?: number
}

/** Where a replay ends because a call may not be made. */
export interface Stop {
  /** `never-made`: asking is forbidden and nobody asked this before. `held-back`: it would act on the world. */
  why: 'never-made' | 'held-back' | 'limit'
  kind: CallEvent['kind']
  method: string
  effect: StepEffect
  key: string
  nodeId: string | undefined
  label: string | undefined
  request: unknown
}

export interface ReplayOptions {
  events: readonly RunEvent[]
  calls: readonly TracedCall[]
  values: Values
  /** Whether calls that were never made may be asked, and how many. */
  asks: number
  /** Results by hand, by the key of the call. */
  answers: ReadonlyMap<string, unknown>
  /** Results by hand of all that a node is asked, by its id. */
  pinned: ReadonlyMap<string, unknown>
  /** Nodes that are asked anew, whatever was recorded. */
  again: ReadonlySet<string>
  /** Calls that failed are made again. */
  failedAgain: boolean
  /** Whatever models and embeddings were asked is asked anew. */
  isAnew?: boolean | undefined
  /** The only nodes that may be asked, where not all of them may. */
  only: ReadonlySet<string> | undefined
  /** What a node is called, by its id. */
  labelOf: (nodeId: string | undefined) => string | undefined
  /** Nobody is asked: it is only to be known who would be. */
  foreseen?: Foreseen
  /** Calls that may act on the world, once each, by their keys. */
  allowed: ReadonlySet<string>
  hide: <Value>(value: Value) => Value
  /** Ends the run. */
  stop: () => void
  /** Does what is really done, where it may reach out. */
  outside: <Result>(work: () => Result) => Result
}

export interface Replay {
  gate: CallGate
  readonly done: readonly ReplayedCall[]
  readonly stopped: Stop | undefined
}

class Stopped extends Error {}

/** Answers calls from the record of a run. Whatever was never made is asked only where that is allowed; nothing is written. */
export function createReplay(options: ReplayOptions): Replay {
  const { values, answers, pinned, only, foreseen, hide, outside } = options
  const recorded = new Map<string, TracedCall[]>()
  // The newest first, to be taken from the end.
  for (const call of options.calls.toReversed()) {
    const { key } = call.event
    const known = recorded.get(key)
    if (known) known.push(call)
    else recorded.set(key, [call])
  }
  const retell = createRetelling(options.events)
  const allowed = new Set(options.allowed)
  const done: ReplayedCall[] = []
  let asks = options.asks
  let stopped: Stop | undefined

  const note = (call: GatedCall, key: string, how: { grade: Grade; outcome: Outcome; seq?: number }): void => {
    const { kind, method, effect, callId, model, node } = call
    done.push({
      kind,
      method,
      effect,
      key,
      callId,
      nodeId: ownerOf(call),
      ownNodeId: node?.id,
      model: modelIn(how.outcome.said) ?? model,
      request: hide(call.input),
      ...how,
    })
  }

  const refuse = (call: GatedCall, key: string, why: Stop['why']): never => {
    const { kind, method, effect, input } = call
    const nodeId = ownerOf(call)
    stopped ??= { why, kind, method, effect, key, nodeId, label: options.labelOf(nodeId), request: hide(input) }
    options.stop()
    throw new Stopped('The replay ends here')
  }

  const takeRecorded = (key: string): TracedCall | undefined => {
    const known = recorded.get(key)?.pop()
    return known?.event.hasFailed && options.failedAgain ? undefined : known
  }

  /** What stands for the call, or nothing when it is to be made. Throws where it may not be. */
  const answerTo = (call: GatedCall): { key: string; outcome?: Outcome } => {
    const key = keyOfCall(call, hide)
    const hand = answers.has(key) ? answers.get(key) : pinned.get(nodeIn(ownerOf(call), pinned) ?? '')
    if (hand !== undefined) {
      const outcome = byHand(call, hand)
      note(call, key, { grade: 'by-hand', outcome })
      return { key, outcome }
    }
    const isAgain = (options.isAnew && call.effect === 'asks') || nodeIn(ownerOf(call), options.again) !== undefined
    const known = isAgain ? undefined : takeRecorded(key)
    if (known) {
      const outcome = readOutcome(known.event, values)
      note(call, key, { grade: 'recorded', outcome, seq: known.seq })
      foreseen?.answered(call, known)
      retell(known, call)
      return { key, outcome }
    }
    if (foreseen) return { key, outcome: foreseen.standIn(call) ?? refuse(call, key, 'never-made') }
    if (call.effect === 'writes' && !allowed.delete(key))
      refuse(call, key, options.asks > 0 ? 'held-back' : 'never-made')
    if (options.asks === 0 || (only && nodeIn(ownerOf(call), only) === undefined)) refuse(call, key, 'never-made')
    if (asks === 0) refuse(call, key, 'limit')
    asks -= 1
    return { key }
  }

  const gradeOf = ({ effect }: GatedCall): Grade => (effect === 'reads' ? 'today' : 'recomputed')

  return {
    gate: {
      async once<Result>(call: GatedCall, work: () => Promise<Result>): Promise<Result> {
        // What we remember ourselves is left as it is.
        if (call.effect === 'own') return undefined as Result
        if (!isRecorded(call)) return work()
        const { key, outcome } = answerTo(call)
        if (outcome) {
          if (outcome.usage && call.counted) call.counted.usage = outcome.usage
          return resultOf(outcome) as Result
        }
        try {
          const result = await outside(work)
          note(call, key, { grade: gradeOf(call), outcome: { result: hide(result), ...call.counted } })
          return result
        } catch (error) {
          if (!stopped) note(call, key, { grade: gradeOf(call), outcome: { fault: toFault(error) } })
          throw error
        }
      },

      stream: (call, work) => ({ events: said(call, work) }),
    },
    done,
    get stopped() {
      return stopped
    },
  }

  async function* said(call: GatedCall, work: () => AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    const { key, outcome } = answerTo(call)
    if (outcome) {
      yield* readModelEvents(outcome.said ?? [])
      if (outcome.fault) throw asError(outcome.fault)
      return
    }
    const events: ModelEvent[] = []
    const asked = outside(work)[Symbol.asyncIterator]()
    try {
      // Each word is waited for where it may reach out.
      for (let next = await outside(() => asked.next()); !next.done; next = await outside(() => asked.next())) {
        events.push(next.value)
        yield next.value
      }
    } finally {
      await asked.return?.()
    }
    note(call, key, { grade: 'recomputed', outcome: { said: hide(keepModelEvents(events)) } })
  }
}

function byHand({ kind }: GatedCall, result: unknown): Outcome {
  if (kind !== 'model') return { result }
  const text = typeof result === 'string' ? result : JSON.stringify(result)
  return { said: [...keepModelEvents([{ type: 'text', text }]), { type: 'finish', reason: 'stop' }] }
}

function resultOf({ result, fault }: Outcome): unknown {
  if (fault) throw asError(fault)
  return result
}

/** A failure as it was told then. */
function asError({ message, code, nodeId, nodeLabel, retryAfterSeconds, ...more }: RunFault): NodeError {
  const error = new NodeError(message, { ...more, code: code as NodeError['code'] })
  error.nodeId = nodeId
  error.nodeLabel = nodeLabel
  error.retryAfterSeconds = retryAfterSeconds
  return error
}
