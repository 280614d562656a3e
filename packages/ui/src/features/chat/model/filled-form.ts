import type { FormFieldSettings } from './chat-settings.ts'

/** By the names of the fields: text as typed, or a switch. */
export type FormValues = Readonly<Record<string, string | boolean>>
export type FormFaults = Readonly<Record<string, 'number'>>

export function emptyForm(fields: readonly FormFieldSettings[]): FormValues {
  return Object.fromEntries(fields.map(({ name, type }) => [name, type === 'boolean' ? false : '']))
}

/** What is sent of a form, the words that stand for it in the conversation, and what is wrong with it. */
export function readForm(
  fields: readonly FormFieldSettings[],
  values: FormValues,
): { form: Record<string, unknown>; words: string; faults: FormFaults } {
  const form: Record<string, unknown> = {}
  const words: string[] = []
  const faults: Record<string, 'number'> = {}
  for (const { name, label, type } of fields) {
    const typed = values[name] ?? ''
    const value = type === 'number' && typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : typed
    if (typeof value === 'number' && !Number.isFinite(value)) faults[name] = 'number'
    // Steps refer to a text that was left empty; a number or a choice that was not made is not there.
    else if (value !== '' || type === 'string') form[name] = value
    if (typed !== '') words.push(`${label}: ${typeof typed === 'boolean' ? (typed ? '✓' : '–') : typed}`)
  }
  return { form, words: words.join('\n'), faults }
}
