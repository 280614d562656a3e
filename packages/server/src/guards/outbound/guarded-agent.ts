import { Agent } from 'undici'
import { guardedConnect, type ConnectOptions } from './guarded-connect.ts'

export interface AgentOptions extends ConnectOptions {
  firstByteMs: number
  idleMs: number
}

/** What connections are made and kept by. In a file of its own, since a start does without it. */
export function createGuardedAgent({ firstByteMs, idleMs, ...connecting }: AgentOptions): Agent {
  return new Agent({
    connect: guardedConnect(connecting),
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    maxHeaderSize: 64 * 1024,
  })
}
