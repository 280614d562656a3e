import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** What was decided about a request before its body was read. */
export interface Admission {
  caller: Caller
  params: unknown
}

const admissions = new WeakMap<FastifyRequest, Admission>()

export function noteAdmission(request: FastifyRequest, admission: Admission): void {
  admissions.set(request, admission)
}

export function admissionOf(request: FastifyRequest): Admission | undefined {
  return admissions.get(request)
}
