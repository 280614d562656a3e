import type { SetEdit } from './edit.ts'
import { writeInputPath } from './input-path.ts'

/** Several inputs of a node at once, as its form writes them. */
export function setEdits(id: string, values: Readonly<Record<string, unknown>>): SetEdit[] {
  return Object.entries(values).map(([name, value]) => ({
    do: 'set',
    id,
    path: writeInputPath([name]),
    ...(value !== undefined && { value }),
  }))
}
