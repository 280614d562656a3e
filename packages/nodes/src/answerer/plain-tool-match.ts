import type { ToolSpec } from '@chatwright/core'
import { evaluateExpression } from '../tools/evaluate-expression.ts'

export interface ToolMatch {
  name: string
  input: Record<string, unknown>
}

/** The tool a question plainly asks for: arithmetic, the clock, or the one search there is. */
export function matchTool(question: string, tools: readonly ToolSpec[]): ToolMatch | undefined {
  const expression = arithmeticIn(question)
  const calculator = tools.find(({ name }) => /calculat/i.test(name))
  if (expression !== undefined && calculator) return { name: calculator.name, input: { input: expression } }

  const clock = tools.find((tool) => /date|time|clock/i.test(tool.name) && inputsOf(tool).length === 0)
  if (clock && asksForDate(question)) return { name: clock.name, input: {} }

  const searches = tools.filter(isSearch)
  const [search] = searches
  const [onlyInput] = search ? inputsOf(search) : []
  if (search && onlyInput !== undefined && searches.length === 1) {
    return { name: search.name, input: { [onlyInput]: question } }
  }
  return undefined
}

const LONGEST_EXPRESSION = 300

/** The expression in "What is 12 × (3 + 4)?"; nothing when the question is about more than numbers. */
export function arithmeticIn(question: string): string | undefined {
  if (question.length > LONGEST_EXPRESSION) return undefined
  const text = question
    .toLowerCase()
    .replaceAll(/\b(what is|what's|how much is|calculate|compute|work out|please|equals?|the)\b|[?=]/g, ' ')
    .replaceAll(/\bplus\b/g, '+')
    .replaceAll(/\bminus\b/g, '-')
    .replaceAll(/\b(times|multiplied by)\b/g, '*')
    .replaceAll(/\b(divided by|over)\b/g, '/')
    .replaceAll(/\bto the power of\b/g, '^')
    .replaceAll(/(\d)\s*(?:%|percent)\s+of\b/g, '$1% *')
    .replaceAll(/\bsquare root of\s+(\d+(?:\.\d+)?)/g, 'sqrt($1)')
    .replaceAll(/(?<=[\d)])\s*x\s*(?=[\d(])/g, ' * ')
    .replace(/(?<![.!\s])[.!\s]+$/, '')
    .trim()
  const hasOperation = /\d\s*[-+*/^%×÷−!]|\w\(/.test(text)
  return hasOperation && canEvaluate(text) ? text : undefined
}

function canEvaluate(expression: string): boolean {
  try {
    evaluateExpression(expression)
    return true
  } catch {
    return false
  }
}

function asksForDate(whole: string): boolean {
  const question = whole.slice(0, LONGEST_EXPRESSION)
  const asked = /\b(?:what|which|tell|current|today)\b/i.exec(question)
  const after = asked ? question.slice(asked.index + asked[0].length) : ''
  return (
    /\b(?:date|day|time|weekday|year|month|clock)\b/i.test(after) ||
    (/\bwhat/i.test(question) && /\btoday\b/i.test(after)) ||
    /\bo'?clock\b/i.test(question)
  )
}

function isSearch(tool: ToolSpec): boolean {
  const says = `${tool.name.replaceAll('_', ' ')} ${tool.description}`
  return inputsOf(tool).length === 1 && /\b(search\w*|find\w*|retriev\w*|look\w* up|documents?|knowledge)\b/i.test(says)
}

function inputsOf({ parameters }: ToolSpec): string[] {
  return Object.keys(parameters.properties ?? {})
}
