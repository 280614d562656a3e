import { AppError } from '@chatwright/contract'
import { stepsAgain, type StepView } from '@chatwright/core'
import { newId } from '../../ground/db/new-id.ts'
import { readQuestion } from '../runs/kinds/index.ts'
import { askedOf, type StepsJob } from '../runs/run-job.ts'
import { stateOf, type ExecutionRow } from './execution-store.ts'

/** The run that does a step again, and what followed from it. Throws where that cannot be, or nobody is sure of it. */
export function retryJob(
  row: ExecutionRow,
  views: readonly StepView[],
  { path, isSure, waits }: { path: string; isSure: boolean; waits: readonly { id: string; path: string }[] },
): StepsJob {
  const id = row.execution
  const step = views.find((view) => view.path === path && !view.isCall)
  if (!step) throw new AppError('step-not-found', { id, path })
  if (stateOf(row) === 'INPROGRESS') throw new AppError('execution-running', { id })
  if (step.status === 'waiting' || step.status === 'skipped') throw new AppError('step-not-retryable', { id, path })
  const again = stepsAgain(path, views)
  const isDone = ({ path: each, status }: StepView): boolean => status === 'done' && !again.isForgotten(each)
  const writes = views.filter((view) => view.effect === 'writes' && !isDone(view)).map(({ label }) => label)
  if (writes.length > 0 && !isSure) throw new AppError('retry-writes', { id, steps: [...new Set(writes)] })
  return {
    ...askedOf(readQuestion(row.request)),
    kind: 'flow',
    runId: newId(),
    execution: id,
    questionMessageId: newId(),
    answerMessageId: newId(),
    fileUploads: [],
    again: {
      path,
      after: row.id,
      waits: waits.filter((wait) => again.isForgotten(wait.path)).map((wait) => wait.id),
    },
  }
}
