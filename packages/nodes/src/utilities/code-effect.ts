import type { StepEffect } from '@chatwright/core'

/**
 * Code that does not even speak of what reaches out can be run again; of any other nobody knows what it did. What it reads of
 * the clock, of chance or of variables is another thing each time.
 */
export function codeEffect(source: string): StepEffect {
  if (/fetch|axios|require|import|globalThis|\bthis\b|eval|Function|constructor|\\[ux]/.test(source)) return 'writes'
  return /Date|random|crypto|performance|\$vars/.test(source) ? 'reads' : 'pure'
}
