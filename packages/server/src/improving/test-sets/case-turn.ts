import type { RecordingFile, TestCheck } from '@chatwright/contract'
import type { SaidRow, TestTurnRow } from './test-set-store.ts'

/** A question of a case, with all that it takes to ask it again. */
export interface TurnOfCase {
  runId: string | null
  question: string
  expected: string | null
  checks: TestCheck[]
  /** What was said before. */
  history: SaidBefore[]
  recording: RecordingFile | null
}

export interface SaidBefore {
  role: 'user' | 'assistant'
  content: string
}

export function toHistory(said: readonly SaidRow[]): SaidBefore[] {
  return said.map(({ role, content }) => ({ role: role === 'userMessage' ? 'user' : 'assistant', content }))
}

export function toTurn({ run_id: runId, question, expected, checks, history, recording }: TestTurnRow): TurnOfCase {
  return {
    runId,
    question,
    expected,
    checks: JSON.parse(checks) as TestCheck[],
    history: JSON.parse(history) as SaidBefore[],
    recording: recording === null ? null : (JSON.parse(recording) as RecordingFile),
  }
}

export function toTurnRow(turn: TurnOfCase, { caseId, seq }: { caseId: string; seq: number }): TestTurnRow {
  const { runId, question, expected, checks, history, recording } = turn
  return {
    case_id: caseId,
    seq,
    run_id: runId,
    question,
    expected,
    checks: JSON.stringify(checks),
    history: JSON.stringify(history),
    is_recorded: recording && hasCalls(recording) ? 1 : 0,
    recording: recording && JSON.stringify(recording),
  }
}

/** Whether what the run's calls came to is part of the file. */
export function hasCalls({ events }: Pick<RecordingFile, 'events'>): boolean {
  return events.some(({ type }) => type === 'call')
}
