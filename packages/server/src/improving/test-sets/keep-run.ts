import { AppError, type RecordingFile, type TestCheck } from '@chatwright/contract'
import { outcomeOf, type RunOutcome } from '@chatwright/core'
import type { RecordedRuns } from '../replays/recorded-run.ts'
import { toHistory, type TurnOfCase } from './case-turn.ts'
import type { TestSetStore } from './test-set-store.ts'

export interface KeepDependencies {
  store: Pick<TestSetStore, 'saidBefore' | 'isRatedDown'>
  recorded: Pick<RecordedRuns, 'write' | 'bare'>
}

export interface KeptRun {
  flowId: string
  turns: TurnOfCase[]
}

/** So much of what was said before is kept with an answer. */
const MOST_SAID = 100
const MOST_TURNS = 50
/** What is longer is asked anew instead. */
const LONGEST_RECORDING = 2_000_000
const LONGEST_WORDS = 1000

/** A run as a case: what was asked, with all that was recorded, and what a good answer is as far as that is known. */
export function createKeepRun({ store, recorded }: KeepDependencies) {
  const keepTurn = async (runId: string, checks: TestCheck[] | undefined) => {
    const file = await fileOf(recorded, runId)
    const outcome = outcomeOf(file.events)
    const isBad = outcome.status !== 'done' || (await store.isRatedDown(runId))
    const text = JSON.stringify(file)
    const isKept = text.length <= LONGEST_RECORDING
    const said = await store.saidBefore(runId, MOST_SAID)
    const turn: TurnOfCase = {
      runId,
      question: typeof file.job['message'] === 'string' ? file.job['message'] : file.job.question,
      expected: isBad || checks ? null : outcome.text,
      checks: checks ?? (isBad ? checksAfter(outcome) : []),
      history: toHistory(said),
      recording: isKept ? file : null,
    }
    return { flowId: file.job.flowId, turn, said }
  }

  return async (runId: string, how: { isWhole: boolean; checks: TestCheck[] | undefined }): Promise<KeptRun> => {
    const last = await keepTurn(runId, how.checks)
    if (!how.isWhole) return { flowId: last.flowId, turns: [last.turn] }
    const earlier = [...new Set(last.said.flatMap(({ run_id: id }) => (id === null || id === runId ? [] : [id])))]
    const turns: TurnOfCase[] = []
    for (const id of earlier.slice(1 - MOST_TURNS)) {
      const kept = await keepTurn(id, undefined).catch(ignoreGone)
      if (kept) turns.push(kept.turn)
    }
    return { flowId: last.flowId, turns: [...turns, last.turn] }
  }
}

/** With what was recorded, or without where that is not kept any more. */
async function fileOf(recorded: KeepDependencies['recorded'], runId: string): Promise<RecordingFile> {
  try {
    return await recorded.write(runId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'run-not-recorded') throw error
    return recorded.bare(runId)
  }
}

/** What failed must answer, and what was rated down must answer something else. */
function checksAfter({ text }: RunOutcome): TestCheck[] {
  const words = text.trim()
  return words === '' ? [{ kind: 'length', min: 1 }] : [{ kind: 'not-contains', text: words.slice(0, LONGEST_WORDS) }]
}

/** A run of the chat that is no answer, or that was deleted, is left out. */
function ignoreGone(error: unknown): undefined {
  if (error instanceof AppError && ['run-not-found', 'run-not-recorded'].includes(error.code)) return undefined
  throw error
}
