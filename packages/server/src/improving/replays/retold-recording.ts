import type { RecordingFile } from '@chatwright/contract'
import type { CallEvent, ModelRequest, RunEvent } from '@chatwright/core'
import {
  neededBy,
  textsFor,
  writeList,
  writeValue,
  type Values,
  type Written,
} from '../../runs/recordings/value-texts.ts'
import type { RecordedRun, RecordedRuns } from './recorded-run.ts'
import type { ReplayedCall } from './replay-gate.ts'

/** What was told when a run was done again, as the record of a run: answered from it, all of it comes to the same. */
export function keepRetold(
  { job, flow, told, events, values }: RecordedRun,
  { toFile, ...retold }: { told: readonly RunEvent[]; done: readonly ReplayedCall[] } & Pick<RecordedRuns, 'toFile'>,
): RecordingFile {
  const texts = new Map(values)
  const calls = retold.done.map((call) => {
    const known = call.seq === undefined ? undefined : events[call.seq - 1]
    const event = known?.type === 'call' ? { ...known } : writeEvent(call, texts)
    if (call.callId !== undefined) event.callId = call.callId
    return event
  })
  return toFile({ job, flow, told, events: [...retold.told, ...calls], values: neededOf(calls, texts) })
}

function writeEvent(call: ReplayedCall, texts: Map<string, string>): CallEvent {
  const { kind, method, effect, key, outcome, ownNodeId } = call
  const request = keep(writeRequest(call), texts)
  const response = keep(writeValue(outcome), texts)
  return {
    type: 'call',
    kind,
    method,
    effect,
    key,
    request,
    response,
    ...(ownNodeId !== undefined && { nodeId: ownNodeId }),
    ...(outcome.fault && { hasFailed: true }),
  }
}

function writeRequest({ kind, request }: ReplayedCall): Written {
  if (kind !== 'model') return writeValue(request)
  const { messages, ...rest } = request as ModelRequest
  return writeList(messages, rest, undefined)
}

function keep({ hash, texts: more }: Written, texts: Map<string, string>): string {
  for (const [name, text] of more) texts.set(name, text)
  return hash
}

/** What nothing names any more is left out. */
function neededOf(calls: readonly CallEvent[], texts: Values): Map<string, string> {
  const needed = new Map<string, string>()
  for (
    let wanted = calls.flatMap(({ request, response }) => [request, response].flatMap(textsFor));
    wanted.length > 0;
  ) {
    const name = wanted.pop() ?? ''
    const text = texts.get(name)
    if (text === undefined || needed.has(name)) continue
    needed.set(name, text)
    for (const each of neededBy(text)) wanted.push(each)
  }
  return needed
}
