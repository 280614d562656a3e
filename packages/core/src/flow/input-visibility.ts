import type { InputShape } from './document.ts'

/** Whether a form shows an input, given the values of the others; `index` is the row that a field stands in. */
export function isInputVisible(
  input: Pick<InputShape, 'show' | 'hide'>,
  inputs: Readonly<Record<string, unknown>>,
  index?: number,
): boolean {
  const isMet = ([name, wanted]: [string, unknown]) => matches(valueAt(inputs, name, index), wanted)
  if (input.show && !Object.entries(input.show).every(isMet)) return false
  return !(input.hide && Object.entries(input.hide).some(isMet))
}

/** A rule names an input, or a field of the row it stands in: `conditions[$index].type`. */
function valueAt(inputs: Readonly<Record<string, unknown>>, name: string, index: number | undefined): unknown {
  if (!name.includes('[')) return inputs[name]
  let current: unknown = inputs
  for (const part of name.replace('$index', String(index ?? 0)).split(/[.[\]]/)) {
    if (part === '') continue
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined
    current = (current as Record<string, unknown>)[part]
  }
  return current
}

/** As older files say that any value will do. */
const ANYTHING = '.+'

/** Values are compared as text, because flows keep `true` and `"true"` alike; either side may be a list. */
function matches(value: unknown, wanted: unknown): boolean {
  const given = asTexts(value)
  return asTexts(wanted).some((text) => given.includes(text) || (text === ANYTHING && given.some((one) => one !== '')))
}

function asTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value ?? '']
  return list.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
}
