import { fileName } from '@chatwright/code'

/** What the files of a flow are called here: its name, with a number where another flow has it. */
export function besidesName(title: string, taken: ReadonlySet<string>): string {
  const base = fileName(title)
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  return name
}
