import { AppError, errorTable } from '@chatwright/contract/errors'
import { withHint, type Asker, type RunEvent, type RunFault } from '@chatwright/core'
import { FlowError, toFault } from '@chatwright/engine'
import { isOwnerHere } from '../../door/askers/may.ts'

/** What is wrong with the drawing or its settings is the builder's to mend; the rest is a service's. */
const providerCodes: ReadonlySet<RunFault['code']> = new Set(['quota', 'timeout', 'unreachable', 'failed'])

/** Who hears of a fault: the owner all of it; a visitor nothing of how the flow is made or where it runs. */
export function faultFor(asker: Pick<Asker, 'rights'>, fault: RunFault): RunFault {
  if (isOwnerHere(asker)) return fault
  const { code, retryAfterSeconds, field } = fault
  if (code === 'unsupported-parameter') {
    const name = PARAMETER.test(field ?? '') ? `"${field}"` : 'a parameter of this request'
    return {
      code,
      message: `This flow doesn't take ${name}.`,
      ...(PARAMETER.test(field ?? '') && field !== undefined && { field }),
    }
  }
  return {
    code,
    message: visitorSentences[code] ?? fault.message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

/** Parameters of protocols are written so; inputs of nodes, which are not for visitors, mostly aren't. */
const PARAMETER = /^[a-z][a-z_]*$/

const SET_UP = "This chat isn't set up correctly. Contact its owner."

/** What a node says is for its builder, so a visitor hears one sentence for each kind; without one, the words are ours. */
const visitorSentences: Record<RunFault['code'], string | undefined> = {
  'missing-input': SET_UP,
  'missing-credential': SET_UP,
  'wrong-credential': SET_UP,
  'not-found': SET_UP,
  'flow-invalid': SET_UP,
  'bad-input': "This chat can't process your message or isn't set up correctly.",
  'unsupported-parameter': undefined,
  unsupported: "This chat can't process your message or isn't set up correctly.",
  refused: "This chat isn't allowed to do that. Ask something else, or contact its owner.",
  quota: "A service behind this chat has no credit left. Contact the chat's owner.",
  'rate-limit': 'A service behind this chat is limiting requests. Try again in a moment.',
  overloaded: 'A service behind this chat is overloaded. Try again in a moment.',
  timeout: "A service behind this chat didn't respond in time. Ask again.",
  unreachable: "A service behind this chat can't be reached. Ask again later.",
  failed: "Something behind this chat failed. Ask again. If it keeps failing, contact the chat's owner.",
  internal: errorTable.internal.message,
  'server-stopped': undefined,
  'not-kept': undefined,
  'database-away': undefined,
}

/** A provider that asks for patience hands its own time on; one that names none gets what people call a moment. */
const waits = { 'rate-limit': 'provider-rate-limit', overloaded: 'provider-overloaded' } as const
const A_MOMENT_SECONDS = 5

export function faultError(fault: RunFault): AppError {
  const { code, nodeId, nodeLabel, field, hint } = fault
  const details = {
    code,
    ...(nodeId !== undefined && { nodeId }),
    ...(nodeLabel !== undefined && { nodeLabel }),
    ...(field !== undefined && { field }),
    ...(hint !== undefined && { hint }),
  }
  if (code === 'internal') return new AppError('internal')
  if (code === 'unsupported-parameter') {
    const message = faultText(fault)
    return new AppError(
      'invalid-request',
      { issues: [{ path: field === undefined ? 'body' : `body.${field}`, message }] },
      { message },
    )
  }
  if (code === 'not-kept') return new AppError('storage-full', undefined, { message: faultText(fault) })
  if (code === 'database-away') return new AppError('database-unavailable', undefined, { message: faultText(fault) })
  if (code === 'flow-invalid') return new AppError('flow-invalid', details, { message: faultText(fault) })
  if (code === 'rate-limit' || code === 'overloaded') {
    const { retryAfterSeconds = A_MOMENT_SECONDS } = fault
    return new AppError(waits[code], { ...details, retryAfterSeconds }, { message: faultText(fault) })
  }
  const kind = providerCodes.has(code) ? 'provider-failed' : 'node-failed'
  return new AppError(kind, details, { message: faultText(fault) })
}

const withStatus: ReadonlySet<RunFault['code']> = new Set(['rate-limit', 'overloaded', 'unsupported-parameter'])

/** Why a run ended that is answered with a status of its own, for whoever has not been answered yet. */
export function waitError(event: RunEvent, asker: Pick<Asker, 'rights'>): AppError | undefined {
  const fault = event.type === 'run-end' ? event.fault : undefined
  return fault && withStatus.has(fault.code) ? faultError(faultFor(asker, fault)) : undefined
}

/** Which node, what happened, and what to do about it, in one line. */
export function faultText({ code, message, nodeLabel, hint }: RunFault): string {
  // A fault of ours: its words are for the log, not for whoever asked.
  if (code === 'internal') return errorTable.internal.message
  const isNamed = nodeLabel === undefined || message.includes(nodeLabel)
  return `${isNamed ? '' : `${nodeLabel}: `}${withHint(message, hint)}`
}

export function flowErrorAnswer(error: unknown, asker: Pick<Asker, 'rights'>): unknown {
  if (!(error instanceof FlowError)) return error
  return faultError(faultFor(asker, toFault(error)))
}
