import type { Run } from '@chatwright/core'

/** About so many characters make a token, for vendors that do not count. */
const CHARACTERS_A_TOKEN = 4

/** Tells what embedding texts used: as the vendor counted, or about so much. */
export function countEmbedded(run: Pick<Run, 'used'>, texts: readonly string[], counted?: number): void {
  const inputTokens = counted ?? texts.reduce((sum, { length }) => sum + Math.ceil(length / CHARACTERS_A_TOKEN), 0)
  run.used?.({ inputTokens, outputTokens: 0 })
}
