import { NodeError } from '@chatwright/core'

/** Headers from a form, where a number may stand for its text. */
export function headerTexts(headers: Record<string, unknown> | undefined): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (typeof value === 'object' && value !== null) {
      throw new NodeError(`The header "${name}" contains an object. A header must be text.`, {
        code: 'bad-input',
        field: 'headers',
        hint: 'Enter a JSON object such as {"Name": "text"}.',
      })
    }
    if (value !== null && value !== undefined) texts[name] = `${value as string | number | boolean}`
  }
  return texts
}
