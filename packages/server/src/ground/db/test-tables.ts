import type { Flag, Json } from './column-types.ts'

export interface TestSetTable {
  id: string
  chatflow_id: string
  name: string
  created_date: string
}

export interface TestCaseTable {
  id: string
  set_id: string
  name: string
  origin: 'run' | 'conversation' | 'hand' | 'csv'
  /** How it ended last; null when it was never run as it is now. */
  verdict: 'passed' | 'failed' | 'unproved' | null
  result: Json | null
  created_date: string
}

export interface TestTurnTable {
  case_id: string
  seq: number
  /** The run that it was kept from, which may be gone. */
  run_id: string | null
  question: string
  expected: string | null
  checks: Json
  /** What was said before, where that is not part of what was recorded. */
  history: Json
  /** Whether the calls of the run are part of it. */
  is_recorded: Flag
  /** The file of a run, as it can be run again. */
  recording: Json | null
}
