import { AppError } from '@chatwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canManage, isOperator, type Caller } from '../../door/http/caller.ts'
import { unknownKey } from '../../door/http/key-guesses.ts'
import type { FlowHead, FlowLibrary } from '../flows/flow-library.ts'

export interface GateCall {
  flowId: string
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

export interface FlowGates {
  /** For what needs the flow's key when it has one: asking, rating, uploading. */
  admit(call: GateCall): Promise<FlowHead>
  /** For what a page must read before it can have a key: only the flow's origins decide. */
  admitPage(call: Omit<GateCall, 'caller'>): Promise<FlowHead>
}

/** Lets each flow decide who may use it. */
export function createFlowGates(library: Pick<FlowLibrary, 'head'>): FlowGates {
  const admitPage: FlowGates['admitPage'] = async ({ flowId, request, reply }) => {
    const flow = await library.head(flowId)
    checkOrigin(flow, request, reply)
    return flow
  }
  return {
    admitPage,
    async admit(call) {
      const flow = await admitPage(call)
      checkKey(flow, call.caller)
      return flow
    },
  }
}

export function checkKey(flow: Pick<FlowHead, 'id' | 'api_key_id' | 'is_owner_only'>, caller: Caller): void {
  if (canManage(caller)) return
  if (flow.is_owner_only === 1) {
    if (isOperator(caller)) return
    const message = 'Only the owner can use this flow. The owner can share it under "API and share".'
    throw caller.kind === 'anonymous'
      ? new AppError('unauthorized', undefined, { message })
      : new AppError('forbidden', undefined, { message })
  }
  if (caller.kind === 'api-key') {
    const isOpened = caller.flows === null || caller.flows.includes(flow.id)
    if (!caller.permissions.includes('predict') || !isOpened) {
      throw new AppError('forbidden', undefined, { message: "This API key isn't allowed to use this flow." })
    }
  }
  if (flow.api_key_id === null) return
  if (caller.kind === 'anonymous') {
    caller.noteWrongKey?.()
    throw caller.noteWrongKey
      ? unknownKey()
      : unknownKey('This flow requires an API key. Send it as "Authorization: Bearer <key>".')
  }
  if (caller.kind === 'api-key' && caller.id !== flow.api_key_id) {
    throw new AppError('forbidden', undefined, { message: 'This flow requires a different API key.' })
  }
}

/**
 * A flow without a list opens to every site. A refused one may read the refusal, and nothing else: without that its page
 * could only say that something failed, never why.
 */
function checkOrigin({ settings }: FlowHead, request: FastifyRequest, reply: FastifyReply): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  const { allowedOrigins, allowedOriginsError } = settings
  reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' })
  const isOwn = originHost(origin) === host
  if (isOwn || allowedOrigins.length === 0 || allowedOrigins.some((allowed) => isOriginAllowed(origin, allowed))) {
    return
  }
  throw new AppError('forbidden', undefined, {
    message: allowedOriginsError ?? "This site isn't allowed to use this flow.",
  })
}

/** Lists hold origins or bare hosts, as people type them. */
function isOriginAllowed(origin: string, allowed: string): boolean {
  if (allowed === '*') return true
  return allowed.includes('://') ? sameOrigin(origin, allowed) : originHost(origin) === allowed.toLowerCase()
}

function sameOrigin(left: string, right: string): boolean {
  try {
    return new URL(left).origin === new URL(right).origin
  } catch {
    return false
  }
}

function originHost(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
