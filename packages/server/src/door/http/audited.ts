import type { Route } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'

/** Writes down who did what on closed routes. */
export interface AuditLog {
  /** Does what a request asks for, with its entry in the same commit. */
  around<Result>(call: AuditedCall, work: () => Promise<Result>): Promise<Result>
  /** Somebody who is known, or tried a password, was turned away. */
  refused(call: Omit<AuditedCall, 'params' | 'body'>, code: string): Promise<void>
}

export interface AuditedCall {
  route: Pick<Route, 'method' | 'path'>
  asker: Asker
  address: string
  params: unknown
  body: unknown
}
