import { listOf, parseJson, type StateChange, type StepResult } from '@chatwright/core'
import type { StepNode, ValueTree } from './step-flow.ts'
import { fillStepTree, valueAt, type StepScope } from './step-scope.ts'

interface Changes {
  result: StepResult
  scope: StepScope
  /** What steps inside it changed. */
  repeated?: Readonly<Record<string, unknown>> | undefined
}

/** What a step changes of the flow's state: by itself, by the steps inside it, and by the rows its builder wrote. */
export function stateAfter(node: StepNode, { result, scope, repeated }: Changes): Record<string, unknown> | undefined {
  if (!result.state && !repeated && node.stateRows.length === 0) return undefined
  const withOutput: StepScope = { ...scope, output: result.output }
  const rows = node.stateRows.map(({ key, value }) => [key, rowValue(value, withOutput)] as const)
  return { ...repeated, ...result.state, ...Object.fromEntries(rows) }
}

/** Of what is written, some takes the place of what was there, and some is added to a list. */
export function changeOf(
  written: Readonly<Record<string, unknown>> | undefined,
  lists: ReadonlySet<string>,
): { state?: Record<string, unknown>; appended?: Record<string, readonly unknown[]> } {
  const entries = Object.entries(written ?? {})
  const added = entries.filter(([key]) => lists.has(key))
  const put = entries.filter(([key]) => !lists.has(key))
  return {
    ...(put.length > 0 && { state: Object.fromEntries(put) }),
    ...(added.length > 0 && { appended: Object.fromEntries(added.map(([key, value]) => [key, listOf(value)])) }),
  } satisfies StateChange
}

/** A value that names a part of the output becomes that part, whatever else is written around it. */
function rowValue(tree: ValueTree, scope: StepScope): unknown {
  if (tree.type === 'text') {
    for (const part of tree.template) {
      if (typeof part !== 'object' || part.type !== 'output' || part.path.length === 0) continue
      const found = valueAt(scope.output, part.path)
      return typeof found === 'string' ? jsonOr(found) : (found ?? fillStepTree(tree, scope))
    }
  }
  return fillStepTree(tree, scope)
}

function jsonOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
