import { readFileSync } from 'node:fs'
import type { Plan } from './plan.ts'

/** What a run of the tests over mutants is told. */
export interface Job extends Pick<Plan, 'tests' | 'mutants' | 'marks'> {
  /** Where the verdicts are written. */
  folder: string
}

export const JOB_VARIABLE = 'CHATWRIGHT_MUTANT_JOB'

export function readJob(): Job {
  return JSON.parse(readFileSync(process.env[JOB_VARIABLE] ?? '', 'utf8')) as Job
}
