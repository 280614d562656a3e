import type { FastifyRequest } from 'fastify'
import { isStranger as isStrangerAsking } from '../askers/may.ts'

/** Whether a request that was let in is a stranger's. */
export function isStranger({ admission }: Pick<FastifyRequest, 'admission'>): boolean {
  return admission !== undefined && isStrangerAsking(admission.asker)
}
