import type { CallDescription, ModelEvent, NearLimit, Run, TokenUsage } from '@chatwright/core'
import type { NodeTag } from './fault.ts'
import { callOf } from './meter.ts'

/** Stands before every call that reaches beyond this flow: records what comes of it, or answers in its place. */
export interface CallGate {
  once<Result>(call: GatedCall, work: () => Promise<Result>): Promise<Result>
  stream(call: GatedCall, work: () => AsyncIterable<ModelEvent>): GatedStream
  /** Tells what is still to be told of calls: their run, or a part of it, ends. */
  settle?(): void
}

export interface GatedStream {
  readonly events: AsyncIterable<ModelEvent>
  /** Hears all that was said, once it has ended: whoever reads a stream collects it, because each layer costs with every word. */
  ended?(said: readonly ModelEvent[], error?: unknown): void
}

export interface GatedCall extends CallDescription {
  /** Hears what is told of the call. */
  run: Run
  callId?: string | undefined
  /** Missing for what the flow itself reads. */
  node?: NodeTag | undefined
  /** The model that is asked, by its vendor's name. */
  model?: string
  /** What its vendor counted, where it was told; a replay tells it in the vendor's place. */
  counted?: Counted | undefined
  /** Asks another model of the same node; missing where a node lets nobody choose one. */
  instead?: ((model: string, limit: NearLimit) => AsyncIterable<ModelEvent>) | undefined
}

/** What a call used, once that is known. */
export interface Counted {
  usage?: TokenUsage
}

const GATE = Symbol('gate')

/** A run whose calls pass a gate. */
export function gated<Of extends Run>(run: Of, gate: CallGate | undefined): Of {
  if (!gate) return run
  return Object.assign(run, { [GATE]: gate, perform })
}

/** Of the very run that it is called on: one handed on inside a call knows that call. */
function perform<Result>(this: Run, call: CallDescription, work: () => Promise<Result>): Promise<Result> {
  const gate = gateOf(this)
  return gate ? gate.once({ ...call, run: this, callId: callOf(this) }, work) : work()
}

export function gateOf(run: Run): CallGate | undefined {
  return (run as { [GATE]?: CallGate })[GATE]
}

/** One call of a node's value. What it does outside by itself is a part of it, and not recorded apart. */
export function callOnce<Result>(
  node: NodeTag,
  run: Run,
  { kind, method, effect, input, model, counted }: CallDescription & Pick<GatedCall, 'model' | 'counted'>,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const gate = gateOf(run)
  if (!gate) return work(run)
  // Put out, not left out: a copy without a property costs V8 several times a copy.
  const silent = { ...run, perform: undefined }
  const inner: Omit<Run, 'perform'> = silent
  const call: GatedCall = { kind, method, effect, input, run, node, callId: callOf(run), counted }
  if (model !== undefined) call.model = model
  return gate.once(call, () => work(inner))
}

/** What the flow itself reads for a run: the conversation so far, variables, the state of the chat. */
export function readForFlow<Result>(run: Run, method: string, work: () => Promise<Result>): Promise<Result> {
  const gate = gateOf(run)
  return gate ? gate.once({ kind: 'flow', method, effect: 'reads', input: {}, run }, work) : work()
}
