import {
  addUsage,
  type CallDescription,
  type NearLimit,
  type Run,
  type RunEvent,
  type TokenUsage,
} from '@chatwright/core'
import { callOnce, type Counted } from './calls.ts'
import { blame, toFault, type NodeTag } from './fault.ts'
import { callOf, isWithinSearch, nextCallId, within, withinSearch } from './meter.ts'

/** What is told of a call beside its output. */
interface ToldAtEnd {
  usage?: TokenUsage | undefined
  estimate?: TokenUsage | undefined
  model?: string
  insteadOf?: string | undefined
  limit?: NearLimit | undefined
  found?: number
}

/** One call of one node, told to the run as start and then exactly one of end or error. */
export interface Call {
  /** To be handed on: calls made with it stand below this one. */
  readonly run: Run
  end(output: string | undefined, told?: ToldAtEnd): void
  /** Tells the run and returns the error, now naming the node, for the caller to throw. */
  fail(error: unknown): unknown
}

type NodeStart = Extract<RunEvent, { type: 'node-start' }>
type NodeEnd = Extract<RunEvent, { type: 'node-end' }>

export function startCall(node: NodeTag, run: Run, input: string | undefined): Call {
  const callId = nextCallId(run, node.id)
  const parentCallId = callOf(run)
  const startedAt = run.now()
  let isOpen = true
  // Written one by one: parts that are spread in cost microseconds each, at every call of every node.
  const start: NodeStart = {
    type: 'node-start',
    nodeId: node.id,
    label: node.label,
    name: node.name,
    callId,
    at: startedAt,
  }
  if (parentCallId !== undefined) start.parentCallId = parentCallId
  if (input !== undefined) start.input = input
  run.emit(start)
  return {
    run: within(run, callId),
    end(output, told) {
      if (!isOpen) return
      isOpen = false
      const at = run.now()
      const end: NodeEnd = { type: 'node-end', nodeId: node.id, callId, at, durationMs: at - startedAt }
      if (output !== undefined) end.output = output
      if (told?.usage) end.usage = told.usage
      else if (told?.estimate) end.estimate = told.estimate
      if ((told?.usage ?? told?.estimate) && told?.model !== undefined) end.model = told.model
      if (told?.insteadOf !== undefined) end.insteadOf = told.insteadOf
      if (told?.limit) end.limit = told.limit
      if (told?.found !== undefined) end.found = told.found
      run.emit(end)
    },
    fail(error) {
      const blamed = blame(error, node)
      if (isOpen) {
        isOpen = false
        const at = run.now()
        run.emit({
          type: 'node-error',
          nodeId: node.id,
          callId,
          at,
          durationMs: at - startedAt,
          fault: toFault(blamed),
        })
      }
      return blamed
    },
  }
}

export interface TracedCall<Result> {
  /** What it is, for whoever records it. Without it the call only calls others. */
  as?: CallDescription
  /** The model that is asked, where it is told what that used. */
  model?: string
  /** As a trace shows it. */
  input?: string
  work: (run: Run) => Promise<Result>
  output: (result: Result) => string | undefined
  /** Of a search: how many passages it came to. Told of the outermost alone, which may drop what those below it found. */
  found?: (result: Result) => number
}

/** Follows a call that answers once. */
export async function traceCall<Result>(node: NodeTag, run: Run, call: TracedCall<Result>): Promise<Result> {
  const trace = startCall(node, run, call.input)
  try {
    const { as, work, found, model } = call
    if (as && model !== undefined) {
      const counted: Counted = {}
      const used = (usage: TokenUsage): void => {
        counted.usage = addUsage(counted.usage, usage)
      }
      const result = await callOnce(node, { ...trace.run, used }, { ...as, model, counted }, work)
      trace.end(call.output(result), { usage: counted.usage, model })
      return result
    }
    const inner = found ? withinSearch(trace.run) : trace.run
    const result = await (as ? callOnce(node, inner, as, work) : work(inner))
    trace.end(call.output(result), found && !isWithinSearch(run) ? { found: found(result) } : undefined)
    return result
  } catch (error) {
    throw trace.fail(error)
  }
}
