import { readFileSync } from 'node:fs'
import type { PlannedMutant } from './plan.ts'

/** What a run of the tests over mutants is told. */
export interface Job {
  /** Where the verdicts are written. */
  folder: string
  tests: string[]
  mutants: PlannedMutant[]
}

export const JOB_VARIABLE = 'CHATWRIGHT_MUTANT_JOB'

export function readJob(): Job {
  return JSON.parse(readFileSync(process.env[JOB_VARIABLE] ?? '', 'utf8')) as Job
}
