import type { CallEvent, ModelEvent, ModelRequest, RunFault, TokenUsage } from '@chatwright/core'
import { toFault, type CallGate, type GatedCall, type GatedStream } from '@chatwright/engine'
import { SHORTEST_LIST_ROW, slotOf, writeCall } from './call-keys.ts'
import { keepModelEvents, type KeptModelEvent } from './model-events.ts'
import type { ListMemory } from './earlier-lists.ts'
import type { AskedText } from '../questions/repeated-texts.ts'
import { PendingValues } from './pending-values.ts'
import { writeList, writeValue, type EarlierList, type Written } from './value-texts.ts'

/** What a call came to: a result, what a model said, or how it failed. */
export interface Outcome {
  result?: unknown
  said?: KeptModelEvent[]
  fault?: RunFault
  /** What a vendor counted, where what it said does not hold it. */
  usage?: TokenUsage
}

/** What is to be known of a run to record it. */
export interface RecordableRun {
  flowId: string
  session: { chatId: string }
  /** What it was asked, and the rows that hold it. */
  asked?: readonly AskedText[] | undefined
}

export interface RecorderOptions {
  memory: ListMemory
  hide: <Value>(value: Value) => Value
  /** A call that cannot be kept is made all the same. */
  onFault: (error: unknown) => void
}

/** More of one call is not kept. */
const LONGEST_VALUE = 4_000_000

/** What came of a call is seldom the same twice: a short one stands in its event, and costs no row. */
const SHORTEST_OUTCOME_ROW = 1000

/** Records every call of a run that passes. A class, because one is made for every answer. */
export class Recorder implements CallGate {
  /** Kept in the same commit as the events that name them. Most answers have nothing too long for an event. */
  values: PendingValues | undefined
  readonly #chat: RecordableRun
  readonly #how: RecorderOptions
  #late: { call: GatedCall; outcome: Outcome }[] | undefined

  constructor(chat: RecordableRun, how: RecorderOptions) {
    this.values = undefined
    this.#chat = chat
    this.#how = how
    this.#late = undefined
  }

  /** What a list may go on from. */
  get(slot: string): EarlierList | undefined {
    return this.#pending().get(slot)
  }

  settle(): void {
    const late = this.#late
    if (!late) return
    this.#late = undefined
    for (const { call, outcome } of late) this.#record(call, outcome, call.input)
  }

  once<Result>(call: GatedCall, work: () => Promise<Result>): Promise<Result> {
    return isRecorded(call) ? this.#once(call, work) : work()
  }

  async #once<Result>(call: GatedCall, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      const outcome: Outcome = { result: Array.isArray(result) ? result.slice() : result }
      if (call.counted?.usage) outcome.usage = call.counted.usage
      // Not while what comes next is on its way: nobody waits for the record until events are kept.
      this.#late ??= []
      this.#late.push({ call, outcome })
      return result
    } catch (error) {
      if (!call.run.signal.aborted) {
        this.settle()
        this.#record(call, { fault: toFault(error) }, call.input)
      }
      throw error
    }
  }

  stream(call: GatedCall, work: () => AsyncIterable<ModelEvent>): GatedStream {
    const request = call.input as ModelRequest
    // Whoever asks may go on with the same list.
    const input = { ...request, messages: request.messages.slice() }
    return {
      events: work(),
      ended: (said, error) => {
        if (call.run.signal.aborted) return
        this.settle()
        const outcome: Outcome = { said: keepModelEvents(said) }
        if (error !== undefined) outcome.fault = toFault(error)
        this.#record(call, outcome, input)
      },
    }
  }

  #record(call: GatedCall, outcome: Outcome, input: unknown): void {
    const { run, callId, node, kind, method, effect } = call
    try {
      const request = writeCall({ kind, method, node, input }, this.#how.hide, this)
      const response = this.#writeOutcome(call, outcome)
      if (sizeOf(request) + sizeOf(response) > LONGEST_VALUE) return
      if (request.next) this.#pending().set(request.next.slot, request.next.list)
      if (request.texts.size > 0) this.#pending().add(request.texts)
      if (response.texts.size > 0) this.#pending().add(response.texts)
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
      this.#how.onFault(error)
    }
  }

  #writeOutcome(call: GatedCall, outcome: Outcome): Written {
    const { hide } = this.#how
    const { result } = outcome
    if (call.kind !== 'memory' || !Array.isArray(result) || result.length === 0)
      return writeValue(hide(outcome), SHORTEST_OUTCOME_ROW)
    // A conversation as it is remembered grows with each turn.
    const slot = `${slotOf(call)} result`
    const written = writeList(hide(result), null, this.get(slot), SHORTEST_LIST_ROW)
    if (written.next) this.#pending().set(slot, written.next)
    return written
  }

  #pending(): PendingValues {
    const { flowId, session, asked } = this.#chat
    return (this.values ??= new PendingValues({ flowId, chatId: session.chatId }, this.#how.memory, asked))
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
