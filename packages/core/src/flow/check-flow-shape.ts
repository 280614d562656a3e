import type { RawFlow } from './flow-schema.ts'
import { FlowSchema } from './flow-schema.ts'
import { FlowFormatError } from './format-error.ts'

/** The value itself when it has the shape of a flow, else an error that names the first place that has not. */
export function checkFlowShape(value: unknown): RawFlow {
  const result = FlowSchema.safeParse(value)
  // The value and not the parser's copy: keys keep their order, so that a file comes out as it went in.
  if (result.success) return value as RawFlow
  const issue = result.error.issues[0]
  const path = (issue?.path ?? []).map(formatStep).join('').replace(/^\./, '')
  throw new FlowFormatError(`This is not a flow: ${path || 'it'} ${complaint(issue?.message)}.`, { path })
}

function formatStep(step: PropertyKey): string {
  return typeof step === 'number' ? `[${step}]` : `.${String(step)}`
}

function complaint(message: string | undefined): string {
  const match = /expected (\w+), received (\w+)/.exec(message ?? '')
  if (!match) return `is wrong (${message ?? 'unknown'})`
  const [, expected, received] = match
  return received === 'undefined' ? `is missing (expected ${expected})` : `should be ${expected}, but is ${received}`
}
