import { NodeError, type NodeContext, type Run } from '@chatwright/core'
import { plainWords } from './plain-words.ts'

export interface Condition {
  type: string
  operation: string
  value1: unknown
  value2: unknown
}

interface Bench {
  context: Pick<NodeContext, 'sandbox'>
  run: Pick<Run, 'signal'>
}

/** Whether one condition holds. Flows keep its values as text, as numbers or as switches. */
export async function holds({ type, operation, value1, value2 }: Partial<Condition>, bench: Bench): Promise<boolean> {
  if (type === 'number') return compareNumbers(operation, asNumber(value1), asNumber(value2))
  if (type === 'boolean') return (asBoolean(value1) === asBoolean(value2)) === (operation !== 'notEqual')
  if (operation === 'regex') return matches({ text: words(value1), pattern: asText(value2) }, bench)
  return compareTexts(operation, words(value1), words(value2))
}

function compareTexts(operation: string | undefined, one: string, other: string): boolean {
  switch (operation) {
    case 'contains':
      return one.includes(other)
    case 'notContains':
      return !one.includes(other)
    case 'startsWith':
      return one.startsWith(other)
    case 'endsWith':
      return one.endsWith(other)
    case 'notEqual':
      return one !== other
    case 'isEmpty':
      return one === ''
    case 'notEmpty':
      return one !== ''
    case 'equal':
      return one === other
    default:
      throw unknownOperation(operation, 'a text')
  }
}

function compareNumbers(operation: string | undefined, one: number, other: number): boolean {
  switch (operation) {
    case 'smaller':
      return one < other
    case 'smallerEqual':
      return one <= other
    case 'larger':
      return one > other
    case 'largerEqual':
      return one >= other
    case 'notEqual':
      return one !== other
    case 'equal':
      return one === other
    // What is no number counts as 0, so that there always is one.
    case 'isEmpty':
      return false
    case 'notEmpty':
      return true
    default:
      throw unknownOperation(operation, 'a number')
  }
}

const MATCH_MS = 2000

/**
 * A pattern is the builder's, but a reference in it may be anybody's, and some patterns take longer than anybody lives: it
 * is tried where it can be ended. One that is no pattern matches nothing.
 */
async function matches(
  { text, pattern }: { text: string; pattern: string },
  { context, run }: Bench,
): Promise<boolean> {
  const trying = context.sandbox.run({
    code: 'let expression\ntry { expression = new RegExp($pattern) } catch { return false }\nreturn expression.test($text)',
    globals: { $text: text, $pattern: pattern.replaceAll(/\\([[\]*\\])/g, '$1') },
    signal: run.signal,
    timeoutMs: MATCH_MS,
  })
  const { value } = await trying.catch(explainSlowness)
  return value === true
}

function explainSlowness(error: unknown): never {
  if (!(error instanceof NodeError) || error.code !== 'timeout') throw error
  throw new NodeError(`The pattern didn't finish within ${MATCH_MS / 1000} seconds.`, {
    code: 'timeout',
    field: 'conditions',
    hint: 'Avoid nested repetition, such as (a+)+.',
    cause: error,
  })
}

function words(value: unknown): string {
  return plainWords(asText(value))
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Text that is no number counts as 0; so does nothing. */
function asNumber(value: unknown): number {
  const parsed = typeof value === 'number' ? value : Number.parseFloat(words(value))
  return Number.isFinite(parsed) ? parsed : 0
}

function asBoolean(value: unknown): boolean {
  return value === true || asText(value).trim().toLowerCase() === 'true'
}

function unknownOperation(operation: string | undefined, what: string): NodeError {
  return new NodeError(`"${operation ?? ''}" can't compare ${what}.`, {
    code: 'bad-input',
    field: 'conditions',
    hint: 'Open the step and choose an operation.',
  })
}
