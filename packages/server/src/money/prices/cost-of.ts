import type { TokenUsage } from '@chatwright/core'
import type { Rates } from './built-in-prices.ts'

/** What a call cost, in millionths of a dollar: tokens times dollars for a million of them. */
export function costOf(
  [input, output, cachedInput]: Rates,
  { inputTokens, outputTokens, cachedInputTokens = 0 }: TokenUsage,
): number {
  const cached = Math.min(cachedInputTokens, inputTokens)
  return Math.round((inputTokens - cached) * input + cached * cachedInput + outputTokens * output)
}

/** About how many tokens a text has. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN)
}

const CHARACTERS_A_TOKEN = 4

const DATED = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/

/** A model, and after it the one that it is a dated copy of. */
export function namesOf(model: string): string[] {
  const plain = model.replace(DATED, '')
  return plain === model ? [model] : [model, plain]
}
