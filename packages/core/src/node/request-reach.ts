import type { InputDescription } from '../flow/document.ts'
import { isParam } from '../flow/handles.ts'

/**
 * How far a request may ever reach into an input, whatever the owner opens: not at all, with words inside the builder's
 * text, with a file in its place, or with any value in its place.
 */
export type Reach = 'nothing' | 'words' | 'upload' | 'value'

/** Kinds in which a value from outside would do more than stand there: run, be read from disk, open a lock. */
const REACH_OF_TYPE: ReadonlyMap<string, Reach> = new Map([
  ['code', 'nothing'],
  ['password', 'nothing'],
  ['folder', 'nothing'],
  ['credential', 'nothing'],
  ['file', 'upload'],
  // Its rows are the builder's, as code is; what stands in a cell is text.
  ['datagrid', 'words'],
])

/** The one answer to what requests may touch, for overrides, uploads and variables alike. */
export function requestReach({ type, destination }: Pick<InputDescription, 'type' | 'destination'>): Reach {
  if (!isParam({ type }) || destination === true) return 'nothing'
  const reach = REACH_OF_TYPE.get(type) ?? 'value'
  // An input nobody thought about is the builder's: what stands in its text was the builder's choice too.
  if (destination === undefined) return reach === 'upload' ? 'nothing' : reach === 'value' ? 'words' : reach
  return reach
}
