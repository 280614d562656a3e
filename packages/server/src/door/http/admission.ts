import type { Asker } from '@chatwright/core'
import type { FlowHead } from './flow-head.ts'

/** What was decided about a request before its body was read. */
export interface Admission {
  asker: Asker
  /** The id of the sign-in whose token came in the password's place. */
  signIn: string | undefined
  /** There when a key came along that nobody has: to be called where a key was demanded, against guessing. */
  noteWrongKey: (() => void) | undefined
  params: unknown
  /** The flow whose gate let the request pass, on routes that open one. */
  flow: FlowHead | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission | undefined
  }
}
