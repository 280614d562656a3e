import { NodeError, type Prompt } from '@chatwright/core'

/**
 * The values for a prompt: its own, those the chain knows, and the question for the one name left open. Two names left
 * open are a mistake in the flow, since the question cannot be both.
 */
export function promptVariables(
  prompt: Prompt,
  question: string,
  known: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...known, ...prompt.values }
  const missing = prompt.variables.filter((name) => !(name in values))
  const [onlyOne] = missing
  if (missing.length > 1) {
    throw new NodeError(`The prompt has ${missing.length} variables without a value: ${missing.join(', ')}.`, {
      code: 'missing-input',
      field: 'promptValues',
      hint: 'Fill in all but one under "Prompt values". The remaining one receives the question.',
    })
  }
  if (onlyOne !== undefined) values[onlyOne] = question
  return values
}
