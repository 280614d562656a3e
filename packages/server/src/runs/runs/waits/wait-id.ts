import { createHash } from 'node:crypto'

/** The name of a wait: the same for whoever tells, stores or decides it. Nobody can guess it without the execution's id. */
export function waitIdOf(execution: string, path: string): string {
  return createHash('sha256').update(`${execution}\n${path}`).digest('base64url').slice(0, 32)
}
