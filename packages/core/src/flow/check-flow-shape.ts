import type { RawFlow } from './flow-schema.ts'
import { FlowSchema } from './flow-schema.ts'
import { FlowFormatError } from './format-error.ts'

type Issue = NonNullable<ReturnType<typeof FlowSchema.safeParse>['error']>['issues'][number]

/** The value itself when it has the shape of a flow, else an error that names the first place that has not. */
export function checkFlowShape(value: unknown): RawFlow {
  const result = FlowSchema.safeParse(value)
  // The value and not the parser's copy: keys keep their order, so that a file comes out as it went in.
  if (result.success) return value as RawFlow
  const issue = result.error.issues[0]
  const path = (issue?.path ?? []).map(formatStep).join('').replace(/^\./, '')
  throw new FlowFormatError(`This isn't a flow: ${path || 'it'} ${complaint(issue, value)}.`, { path })
}

function formatStep(step: PropertyKey): string {
  return typeof step === 'number' ? `[${step}]` : `.${String(step)}`
}

function complaint(issue: Issue | undefined, value: unknown): string {
  const expected = expectedBy(issue)
  if (expected === undefined) return `is wrong (${issue?.message ?? 'unknown'})`
  const found = typeAt(value, issue?.path ?? [])
  return found === 'undefined' ? `is missing (expected ${expected})` : `should be ${expected}, but is ${found}`
}

function expectedBy(issue: Issue | undefined): string | undefined {
  if (issue?.code === 'invalid_type') return issue.expected
  const expected: unknown = issue?.code === 'custom' ? issue.params?.['expected'] : undefined
  return typeof expected === 'string' ? expected : undefined
}

function typeAt(value: unknown, path: readonly PropertyKey[]): string {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return 'undefined'
    current = Reflect.get(current, step) as unknown
  }
  if (current === null) return 'null'
  if (typeof current === 'number' && !Number.isFinite(current)) return String(current)
  return Array.isArray(current) ? 'array' : typeof current
}
