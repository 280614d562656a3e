import type { TokenUsage } from './messages.ts'

/** The tokens of several calls together. */
export function addUsage(total: TokenUsage | undefined, more: TokenUsage): TokenUsage {
  return total ? combine(total, more, (a, b) => a + b) : more
}

/** Vendors report either once or as running totals; the largest figure of a call is right for both. */
export function laterUsage(earlier: TokenUsage | undefined, later: TokenUsage): TokenUsage {
  return earlier ? combine(earlier, later, Math.max) : later
}

function combine(a: TokenUsage, b: TokenUsage, join: (a: number, b: number) => number): TokenUsage {
  const cached = joinOptional(a.cachedInputTokens, b.cachedInputTokens, join)
  const reasoning = joinOptional(a.reasoningTokens, b.reasoningTokens, join)
  return {
    inputTokens: join(a.inputTokens, b.inputTokens),
    outputTokens: join(a.outputTokens, b.outputTokens),
    ...(cached !== undefined && { cachedInputTokens: cached }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  }
}

function joinOptional(a: number | undefined, b: number | undefined, join: (a: number, b: number) => number) {
  return a === undefined && b === undefined ? undefined : join(a ?? 0, b ?? 0)
}

const CHARACTERS_A_TOKEN = 4

/** About how many tokens a text of so many characters has, for providers that report none. */
export function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_TOKEN)
}

/** About how many tokens a request has. What was found is written into its messages, too, and a file isn't read by its letters. */
export function tokensAsked(request: unknown): number {
  return tokensIn(JSON.stringify(request, withoutBulk).length)
}

function withoutBulk(key: string, value: unknown): unknown {
  if (key === 'context' && Array.isArray(value)) return undefined
  const isFile = typeof value === 'object' && value !== null && 'mimeType' in value && 'data' in value
  return isFile ? { ...value, data: undefined } : value
}
