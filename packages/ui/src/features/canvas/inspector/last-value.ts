import { textOfValue } from '../../../parts/run-view/value-text.ts'
import type { StepFacts } from '../../../parts/run-view/trace-steps.ts'

interface LastRun {
  run: { question: string } | undefined
  nodes: ReadonlyMap<string, StepFacts>
}

/** More than fits on the line it is shown on. */
const MOST_LETTERS = 200

/** What a reference stood for in the last run, as far as its trace says, on one line. */
export function lastValue(name: string, { run, nodes }: LastRun): string | undefined {
  const value = name === 'question' ? run?.question : outputNamed(name, nodes)
  const text = textOfValue(value)?.replaceAll(/\s+/g, ' ').trim()
  return text === undefined || text === '' ? undefined : text.slice(0, MOST_LETTERS)
}

/** `llm_0`, what a node gives as `llm_0.data.instance`, or a key of what it gave: `llm_0.output.city`. */
function outputNamed(name: string, nodes: LastRun['nodes']): unknown {
  const [id = '', path] = name.replace(/\.data\.instance$/, '').split('.output.')
  let value = nodes.get(id)?.output
  for (const key of path?.split('.') ?? []) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}
