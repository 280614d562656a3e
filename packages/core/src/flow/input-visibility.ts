import type { InputShape } from './document.ts'

/** Whether a form shows an input, given the values of the others. */
export function isInputVisible(
  input: Pick<InputShape, 'show' | 'hide'>,
  inputs: Readonly<Record<string, unknown>>,
): boolean {
  const isMet = ([name, wanted]: [string, unknown]) => matches(inputs[name], wanted)
  if (input.show && !Object.entries(input.show).every(isMet)) return false
  return !(input.hide && Object.entries(input.hide).some(isMet))
}

/** Values are compared as text, because flows keep `true` and `"true"` alike; either side may be a list. */
function matches(value: unknown, wanted: unknown): boolean {
  const given = asTexts(value)
  return asTexts(wanted).some((text) => given.includes(text))
}

function asTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value ?? '']
  return list.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
}
