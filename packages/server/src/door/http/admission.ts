import type { FlowHead } from '../../flows/flows/flow-library.ts'
import type { Caller } from './caller.ts'

/** What was decided about a request before its body was read. */
export interface Admission {
  caller: Caller
  params: unknown
  /** The flow whose gate let the request pass, on routes that open one. */
  flow: FlowHead | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission | undefined
  }
}
