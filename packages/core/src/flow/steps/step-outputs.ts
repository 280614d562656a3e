import type { NodeDescription } from '../../node/definition.ts'
import type { OutputAnchor } from '../document.ts'
import { shownRows } from './read-rows.ts'

/** Where a step goes on that failed for good, when it is told to. */
export const ERROR_OUTPUT = 'error'

/** Where a step goes on for which nobody decided in time, when it is told to. */
export const TIMEOUT_OUTPUT = 'timeout'

/** The step at which a person decides: the older product draws its edges in words. */
export const HUMAN_INPUT = 'humanInputAgentflow'

const HUMAN_WORDS = ['proceed', 'reject']

export function stepHandle(nodeId: string, output: string | number): string {
  return `${nodeId}-output-${output}`
}

/** The output that a handle of a step names. */
export function outputOfHandle(nodeId: string, handle: string): string | undefined {
  const start = `${nodeId}-output-`
  return handle.startsWith(start) ? handle.slice(start.length) : undefined
}

/** The outputs that a step has, given what its inputs hold. */
export function stepOutputs(
  description: NodeDescription,
  id: string,
  inputs: Readonly<Record<string, unknown>>,
): OutputAnchor[] {
  const { step } = description.traits ?? {}
  if (step?.ends) return []
  const own = step?.decides
    ? decidedOutputs(description, inputs).map((words, index) => ({
        id: stepHandle(id, index),
        label: index,
        name: index,
        description: words,
      }))
    : [{ id: stepHandle(id, description.name), label: description.label, name: description.name }]
  const more = (step?.mayAlso ?? []).filter((extra) => inputs[extra.while.input] === extra.while.is)
  if (inputs['onError'] === 'output') more.push({ ...WHEN_IT_FAILS })
  return [
    ...own,
    ...more.map(({ name, label }) => ({ id: stepHandle(id, name), label: name, name, description: label })),
  ]
}

const WHEN_IT_FAILS = { name: ERROR_OUTPUT, label: 'When it fails', while: { input: 'onError', is: 'output' } }

/** How many numbered outputs a step decides among; none for a step that does not decide. */
export function countDecided(description: NodeDescription, inputs: Readonly<Record<string, unknown>>): number {
  return description.traits?.step?.decides ? decidedOutputs(description, inputs).length : 0
}

function decidedOutputs(description: NodeDescription, inputs: Readonly<Record<string, unknown>>): string[] {
  const decides = description.traits?.step?.decides
  if (!decides) return []
  if ('outputs' in decides) {
    const fixed = decides.outputs.map((name, index) =>
      description.name === HUMAN_INPUT ? (HUMAN_WORDS[index] ?? name) : `${description.label} ${index}`,
    )
    return [...fixed, ...rowsOf(decides.more).rows.map((row, index) => wordsOf(row) ?? String(fixed.length + index))]
  }
  const { input, rows } = rowsOf(decides.rows)
  const [only, ...others] = input?.array ?? []
  const word = only && others.length === 0 ? only.label : description.label
  return [...rows.map((_, index) => `${word} ${index}`), ...(decides.hasElse ? ['Else'] : [])]

  function rowsOf(name: string | undefined) {
    const input = description.inputs.find((each) => each.name === name)
    return { input, rows: (input && name !== undefined && shownRows(input, inputs[name])) || [] }
  }
}

/** The first text that a row holds. */
function wordsOf(row: Readonly<Record<string, unknown>>): string | undefined {
  return Object.values(row).find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

/** What an edge from a deciding step says: the number of its output, or what a person decided. */
export function branchLabel({ name, output }: { name: string; output: string }): string | undefined {
  if (output === ERROR_OUTPUT || output === TIMEOUT_OUTPUT) return output
  if (!/^\d+$/.test(output)) return undefined
  return name === HUMAN_INPUT ? (HUMAN_WORDS[Number(output)] ?? output) : output
}
