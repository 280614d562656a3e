import type { InputDescription } from '../document.ts'
import { isInputVisible } from '../input-visibility.ts'

/** Every form of every input, one after the other: as files of the older product list them. */
export function inputForms(inputs: readonly InputDescription[]): InputDescription[] {
  return inputs.flatMap((input) => {
    const { variants, ...first } = input
    return variants ? [first, ...variants] : [input]
  })
}

/** The inputs that a form shows for these values, each in the form that fits them; `index` is the row they stand in. */
export function shownInputs(
  inputs: readonly InputDescription[],
  values: Readonly<Record<string, unknown>>,
  index?: number,
): InputDescription[] {
  // What nobody filled in counts as what it begins with; a row is handed in with that done.
  const known = index === undefined ? withDefaults(inputs, values) : values
  return inputForms(inputs).filter((input) => isInputVisible(input, known, index))
}

/** What the inputs hold before anybody fills them in. */
export function defaultValues(inputs: readonly InputDescription[]): Record<string, unknown> {
  return Object.fromEntries(inputs.map((input) => [input.name, (input.decides ? undefined : input.default) ?? '']))
}

/** Values with what the inputs begin with wherever nothing is set. */
export function withDefaults(
  inputs: readonly InputDescription[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const defaults = inputs.map((input) => [input.name, input.default ?? ''])
  return { ...values, ...Object.fromEntries(defaults), ...Object.fromEntries(set) }
}
