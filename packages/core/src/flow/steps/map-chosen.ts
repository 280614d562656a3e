import type { NodeDescription } from '../../node/definition.ts'
import type { InputDescription } from '../document.ts'
import { settingsKey } from './chosen-node.ts'
import { inputForms } from './input-forms.ts'
import { isRecord, readRows, type Row } from './read-rows.ts'

/** A node chosen inside another, as it is stored there: its name under the input's, its settings beside it. */
export interface ChosenPlace {
  input: InputDescription
  name: string
  settings: Row
}

/** What stands in the place of a choice; nothing where it stays as it is. */
export type ChangeChosen = (chosen: ChosenPlace) => Partial<Pick<ChosenPlace, 'name' | 'settings'>> | undefined

/**
 * The inputs of a node with every node that is chosen inside it changed, in lists too. Settings that a former choice left
 * behind count as its own. What needs no change stays the same object.
 */
export function mapChosen(inputs: Row, declared: NodeDescription['inputs'], change: ChangeChosen): Row {
  let mapped = inputs
  const put = (name: string, value: unknown): void => {
    if (mapped[name] !== value) mapped = { ...mapped, [name]: value }
  }
  for (const input of inputForms(declared)) {
    if (input.component !== undefined) {
      for (const [name, value] of changesOf(input, mapped, change)) put(name, value)
    } else if (input.array && hasChoices(input.array)) {
      const rows = readRows(mapped[input.name]) ?? []
      const next = rows.map((row) => mapChosen(row, input.array ?? [], change))
      if (next.some((row, index) => row !== rows[index])) put(input.name, next)
    }
  }
  return mapped
}

function hasChoices(fields: readonly InputDescription[]): boolean {
  return inputForms(fields).some((field) => field.component !== undefined || (field.array && hasChoices(field.array)))
}

function changesOf(input: InputDescription, values: Row, change: ChangeChosen): [string, unknown][] {
  const key = settingsKey(input)
  const stored = values[key]
  const settings = isRecord(stored) ? stored : {}
  const chosen = values[input.name]
  const name = settings[input.name] || chosen || input.default
  if (typeof name !== 'string' || name === '') return []
  const changed = change({ input, name, settings })
  if (!changed) return []
  const next = { ...(changed.settings ?? settings) }
  if (changed.name !== undefined && input.name in next) next[input.name] = changed.name
  return [
    ...(changed.name !== undefined && chosen === name ? [[input.name, changed.name] satisfies [string, unknown]] : []),
    ...(isRecord(stored) ? [[key, next] satisfies [string, unknown]] : []),
  ]
}
