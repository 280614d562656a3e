import { AppError, type TestCheck } from '@chatwright/contract'
import { findUnknownKeyword, parseJson } from '@chatwright/core'

/** Refuses a schema that says what nobody checks: a check that looks stricter than it is would be worse than none. */
export function refuseUnreadSchemas(checks: readonly TestCheck[]): void {
  for (const [index, check] of checks.entries()) {
    if (check.kind !== 'json-schema') continue
    const problem = problemOf(check.schema)
    if (problem === undefined) continue
    const issues = [{ path: `checks.${index}.schema`, message: problem }]
    throw new AppError('invalid-request', { issues }, { message: `JSON Schema: ${problem}.` })
  }
}

function problemOf(text: string): string | undefined {
  let schema: unknown
  try {
    schema = parseJson(text)
  } catch {
    return 'this is not JSON'
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'this is not a JSON Schema'
  const unknown = findUnknownKeyword(schema)
  return unknown === undefined ? undefined : `${unknown} is not understood here`
}
