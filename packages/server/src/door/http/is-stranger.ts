import type { FastifyRequest } from 'fastify'
import { isOperator } from './caller.ts'

/** Showed neither a key nor a login, and does not sit at the machine of a server without one. */
export function isStranger({ admission }: FastifyRequest): boolean {
  return admission?.caller.kind === 'anonymous' && !isOperator(admission.caller)
}
