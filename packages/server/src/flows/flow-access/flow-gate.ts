import { AppError } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMember, isOwnerHere, keyOf, may } from '../../door/askers/may.ts'
import type { Admission } from '../../door/http/admission.ts'
import { unknownKey } from '../../door/http/key-guesses.ts'
import type { FlowHead, FlowLibrary } from '../flows/flow-library.ts'

export interface GateCall {
  flowId: string
  asker: Asker
  /** As the request has it where it was let in already. */
  noteWrongKey?: Admission['noteWrongKey']
  request: FastifyRequest
  reply: FastifyReply
}

export interface FlowGates {
  /** For what needs the flow's key when it has one: asking, rating, uploading. */
  admit(call: GateCall): Promise<FlowHead>
  /** For what a page must read before it can have a key: only the flow's origins decide. */
  admitPage(call: Pick<GateCall, 'flowId' | 'request' | 'reply'>): Promise<FlowHead>
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
    async admit({ asker, request, noteWrongKey = request.admission?.noteWrongKey, ...call }) {
      const flow = await admitPage({ ...call, request })
      checkKey(flow, asker, noteWrongKey)
      return flow
    },
  }
}

export function checkKey(
  flow: Pick<FlowHead, 'id' | 'api_key_id' | 'is_owner_only'>,
  asker: Asker,
  noteWrongKey?: Admission['noteWrongKey'],
): void {
  if (may(asker, 'server.admin') || isMember(asker)) return
  const key = keyOf(asker)
  if (flow.is_owner_only === 1) {
    if (isOwnerHere(asker)) return
    const message = 'Only the owner can use this flow. The owner can share it under "API and share".'
    throw new AppError(key === undefined ? 'unauthorized' : 'forbidden', undefined, { message })
  }
  if (key !== undefined && !may(asker, 'flow.run', flow.id)) {
    throw new AppError('forbidden', undefined, { message: "This API key isn't allowed to use this flow." })
  }
  if (flow.api_key_id === null) return
  if (key === undefined) {
    noteWrongKey?.()
    throw noteWrongKey
      ? unknownKey()
      : unknownKey('This flow requires an API key. Send it as "Authorization: Bearer <key>".')
  }
  if (key !== flow.api_key_id) {
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
