import type { CallEvent, ModelRequest, RunFault, TokenUsage } from '@chatwright/core'
import { toFault, type CallGate, type GatedCall } from '@chatwright/engine'
import { SHORTEST_LIST_ROW, writeCall } from './call-keys.ts'
import type { EarlierLists } from './earlier-lists.ts'
import { keepModelEvents, type KeptModelEvent } from './model-events.ts'
import { writeList, writeValue, type Written } from './value-texts.ts'

/** What a call came to: a result, what a model said, or how it failed. */
export interface Outcome {
  result?: unknown
  said?: KeptModelEvent[]
  fault?: RunFault
  /** What a vendor counted, where what it said does not hold it. */
  usage?: TokenUsage
}

export interface RecorderOptions {
  /** Takes the texts of values, by their hashes: kept in the same commit as the events that name them. */
  keep: (texts: ReadonlyMap<string, string>) => void
  /** What lists of this chat begin with that are kept already. */
  lists: EarlierLists
  hide: <Value>(value: Value) => Value
  /** A call that cannot be kept is made all the same. */
  onFault: (error: unknown) => void
}

/** More of one call is not kept. */
const LONGEST_VALUE = 4_000_000

/** What came of a call is seldom the same twice: a short one stands in its event, and costs no row. */
const SHORTEST_OUTCOME_ROW = 1000

/** Most first words have come by then. */
const SOON_MS = 20

/** Records every call that passes. */
export function createRecorder({ keep, lists, hide, onFault }: RecorderOptions): CallGate {
  const waiting: { call: GatedCall; outcome: Outcome }[] = []
  let soon: NodeJS.Timeout | undefined
  const slotOf = ({ node, kind, method }: GatedCall): string => `${node?.id ?? ''} ${kind} ${method}`

  const writeOutcome = (call: GatedCall, outcome: Outcome): Written => {
    const { result } = outcome
    if (call.kind !== 'memory' || !Array.isArray(result) || result.length === 0)
      return writeValue(hide(outcome), SHORTEST_OUTCOME_ROW)
    // A conversation as it is remembered grows with each turn.
    const slot = `${slotOf(call)} result`
    const written = writeList(hide(result), null, lists.get(slot), SHORTEST_LIST_ROW)
    if (written.next) lists.set(slot, written.next)
    return written
  }

  const record = (call: GatedCall, outcome: Outcome, input = call.input): void => {
    const { run, callId, node, kind, method, effect } = call
    try {
      const slot = slotOf(call)
      const request = writeCall({ kind, method, node, input }, hide, lists.get(slot))
      const response = writeOutcome(call, outcome)
      if (sizeOf(request) + sizeOf(response) > LONGEST_VALUE) return
      if (request.next) lists.set(slot, request.next)
      keep(request.texts)
      keep(response.texts)
      const event: CallEvent = {
        type: 'call',
        kind,
        method,
        effect,
        key: request.key,
        request: request.hash,
        response: response.hash,
      }
      if (callId !== undefined) event.callId = callId
      if (node) event.nodeId = node.id
      if (outcome.fault) event.hasFailed = true
      run.emit(event)
    } catch (error) {
      onFault(error)
    }
  }

  /** Not while what comes next is on its way: nobody waits for the record. */
  const recordSoon = (call: GatedCall, outcome: Outcome): void => {
    soon ??= setTimeout(settle, SOON_MS).unref()
    waiting.push({ call, outcome })
  }
  const settle = (): void => {
    if (!soon) return
    clearTimeout(soon)
    soon = undefined
    for (const { call, outcome } of waiting.splice(0)) record(call, outcome)
  }

  return {
    settle,

    async once(call, work) {
      if (!isRecorded(call)) return work()
      try {
        const result = await work()
        recordSoon(call, { result: Array.isArray(result) ? result.slice() : result, ...call.counted })
        return result
      } catch (error) {
        if (!call.run.signal.aborted) record(call, { fault: toFault(error) })
        throw error
      }
    },

    stream(call, work) {
      const request = call.input as ModelRequest
      // Whoever asks may go on with the same list.
      const input = { ...request, messages: request.messages.slice() }
      return {
        events: work(),
        ended(said, error) {
          if (call.run.signal.aborted) return
          settle()
          const outcome: Outcome = { said: keepModelEvents(said) }
          if (error !== undefined) outcome.fault = toFault(error)
          record(call, outcome, input)
        },
      }
    },
  }
}

/** What only computes is done again, and what we remember ourselves is not remembered twice. */
export function isRecorded({ effect }: Pick<GatedCall, 'effect'>): boolean {
  return effect !== 'pure' && effect !== 'own'
}

function sizeOf({ texts }: Written): number {
  let size = 0
  for (const text of texts.values()) size += text.length
  return size
}
