import type { NewComparison } from '@chatwright/contract'
import { z } from 'zod'
import { list, ranBy, record, text } from '../job-fields.ts'

/** A case of a set of tests, or an answer that was given. */
export type NamedCase = { caseId: string } | { runId: string }

/** Comparing two versions of a flow, case by case: each is a run of its own. Plain JSON. */
export const comparisonShape = z.object({
  kind: z.literal('comparison'),
  ...ranBy,
  /** What was asked for, with the versions that were meant. */
  request: record<NewComparison & { base: number; candidate: number; setName?: string }>(),
  /** All that is compared, whatever is added meanwhile. */
  cases: list<NamedCase>(),
})
export type ComparisonJob = z.infer<typeof comparisonShape>

/** Asking both versions one case. */
export const comparedShape = z.object({
  kind: z.literal('compared'),
  ...ranBy,
  /** The run that waits for this one. */
  parent: text,
  request: record<ComparisonJob['request']>(),
  of: record<NamedCase>(),
})
export type ComparedJob = z.infer<typeof comparedShape>
