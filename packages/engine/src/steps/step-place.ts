import type { StepContext, StepItem } from '@chatwright/core'
import type { ItemsOutcome } from './run-items.ts'
import type { StepScope } from './step-scope.ts'

/** Where and when one execution of a step takes place. */
export interface StepPlace {
  readonly path: string
  readonly pass: number
  /** The executions that led here. */
  readonly after: readonly string[]
  /** Its place in the drawing. */
  readonly drawn: number
  readonly before: StepContext | undefined
  readonly item: StepItem | undefined
  /** Nothing comes after it: its words are the answer. */
  readonly speaks: boolean
  readonly scope: StepScope
  readonly signal: AbortSignal
  repeat(items: readonly unknown[], options: { atOnce?: number } | undefined): Promise<ItemsOutcome>
}
