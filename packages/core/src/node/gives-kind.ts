import { kindsOfClass } from '../values/kinds.ts'
import type { ValueKind } from '../values/node-value.ts'
import type { NodeDescription } from './definition.ts'

/** What must be known of a node to tell what it gives. A node that the catalogue lacks has its classes alone. */
export type Giver = Pick<NodeDescription, 'baseClasses' | 'outputs' | 'traits'>

/** Whether a node declares a value of this kind: with an output chosen, or by its own classes. */
export function givesKind({ baseClasses, outputs, traits }: Giver, kind: ValueKind, output?: string): boolean {
  // The classes of a step are its name in older files, whatever they are called like.
  if (traits?.step) return kind === 'step'
  if (kind === 'chat') {
    const { answers } = traits ?? {}
    return answers === true || (answers !== undefined && (output === undefined || answers.includes(output)))
  }
  // A store stays one whichever output is chosen; its classes tell of the retriever that it can be taken for.
  if (traits?.upserts && kind === 'vector-store') return true
  const chosen = outputs?.find(({ name }) => name === output)
  return (chosen?.baseClasses ?? baseClasses).some((each) => kindsOfClass(each).includes(kind))
}
