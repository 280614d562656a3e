import { ON_CANVAS } from '../../../door/askers/asker-of.ts'
import { AppError } from '@chatwright/contract'
import { stepViewsOf } from '@chatwright/core'
import type { Transaction } from 'kysely'
import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import type { DatabaseKind, Schema } from '../../../ground/db/schema.ts'
import { preparedCondition, runSteps, type WriteStep } from '../../../ground/db/write-step.ts'
import { questionRow, storable } from '../message-rows.ts'
import { packJson } from '../../questions/repeated-texts.ts'
import { askedIn } from '../../questions/stored-questions.ts'
import { executionOf, type DecidedWait, type StepAgain, type StepsJob } from '../run-job.ts'
import { actionFor, type Action } from '../waits/action.ts'
import { lockRuns, isEnded, isUnderWay } from '../waits/lock-runs.ts'
import { reasoningOf } from '../waits/older-reasoning.ts'
import { waitIdOf } from '../waits/wait-id.ts'
import type { JobRows } from './job-kind.ts'
import { createQuestionRows } from './question-rows.ts'

/** A question to an agent flow and its answer are messages; what it waits for are rows until somebody decides. */
export function createFlowRows(database: Database, write: BatchedWrites['write']): JobRows<StepsJob> {
  const question = createQuestionRows(database, write)
  const { query: db } = database
  const { sql: insertWait } = db
    .insertInto('run_wait')
    .values({
      id: '',
      execution_id: '',
      run_id: '',
      chatflow_id: '',
      session_id: '',
      path: '',
      node_id: '',
      label: '',
      question: '',
      wake_at: '',
      created_date: '',
      network: '',
      has_end: 1,
    })
    // One that waited already, beside the step that went on, waits still.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .compile()
  const changeReasoning = preparedCondition(
    db.updateTable('chat_message').set({ agent_reasoning: '' }).where('id', '=', ''),
  )
  const changeAction = preparedCondition(db.updateTable('chat_message').set({ action: '' }).where('id', '=', ''))

  return {
    // Whoever takes it up again needs all of it.
    withoutFiles: (job) => job,

    async begin(job, { at, run }) {
      const { decisions, again } = job
      if (!decisions && !again) return question.begin(job, { at, run })
      await database.transact(async (transaction) => {
        if (decisions) await takeDecisions(transaction, { job, at, decisions, kind: database.kind })
        if (again) await beginAgain(transaction, { job, again, kind: database.kind })
        await runSteps(transaction, [question.insertQuestion(questionRow(job, at)), run])
      })
    },

    answer: (outcome) => question.answer(outcome),

    end(job, { outcome, at, told }) {
      const execution = executionOf(job)
      const steps = question.end(job, { outcome, at })
      // Clients of older flows read with an answer what each agent did for it.
      if (job.isOlder && told) {
        steps.push(changeReasoning([storable(reasoningOf(stepViewsOf(told()))), job.answerMessageId]))
      }
      if (outcome.status !== 'waiting') return steps
      const waits = outcome.waits ?? []
      const action = actionFor(job, { waits, asker: ON_CANVAS })
      return [
        ...steps,
        ...waits.map(({ path, nodeId, label, question: asked }): WriteStep => ({
          sql: insertWait,
          values: [
            waitIdOf(execution, path),
            execution,
            job.runId,
            job.flowId,
            job.session.sessionId,
            path,
            nodeId,
            label,
            packJson(asked, askedIn(job)),
            asked.wakeAt === undefined ? null : new Date(asked.wakeAt).toISOString(),
            at,
            job.asker?.network ?? null,
            1,
          ],
        })),
        ...(action ? [changeAction([storable(inChat(action)), job.answerMessageId])] : []),
      ]
    },
  }
}

const LONGEST_SHOWN = 1000

/** As chats show it again. What the step was given stands whole with what it waits for; calls are decided on as they are. */
function inChat({ data, ...action }: Action): Action {
  const { toolCalls, ...input } = data.input
  const shown = shortened(input) as Action['data']['input']
  return { ...action, data: { ...data, input: { ...shown, ...(toolCalls !== undefined && { toolCalls }) } } }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(shortened)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
}

/** Ties decisions to the run that goes on with them. Throws when another run does already, or is under way. */
async function takeDecisions(
  transaction: Transaction<Schema>,
  { job, at, decisions, kind }: { job: StepsJob; at: string; decisions: DecidedWait[]; kind: DatabaseKind },
): Promise<void> {
  const execution = executionOf(job)
  const [{ waitId: id } = { waitId: '' }] = decisions
  const runs = await lockRuns(transaction, { execution, kind })
  if (isEnded(runs)) throw new AppError('wait-over', { id })
  // Side by side, each of the two would wait for what the other goes on with.
  if (runs.some(isUnderWay)) throw new AppError('decision-kept', { id })
  for (const { waitId, decision } of decisions) {
    const { numUpdatedRows } = await transaction
      .updateTable('run_wait')
      .set({ decision: storable(decision), decided_date: at, decided_run: job.runId })
      .where('id', '=', waitId)
      .where('decided_run', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('decision-kept', { id: waitId })
  }
  // Its buttons are gone from the chat.
  await transaction
    .updateTable('chat_message')
    .set({ action: null })
    .where('run_id', 'in', (e) =>
      e
        .selectFrom('run_wait')
        .select('run_id')
        .where(
          'id',
          'in',
          decisions.map(({ waitId }) => waitId),
        ),
    )
    .execute()
}

/** Forgets what steps asked that are done again. Throws when the execution has gone on meanwhile. */
async function beginAgain(
  transaction: Transaction<Schema>,
  { job, again, kind }: { job: StepsJob; again: StepAgain; kind: DatabaseKind },
): Promise<void> {
  const execution = executionOf(job)
  const [newest] = await lockRuns(transaction, { execution, kind })
  const undone = await transaction
    .selectFrom('run_wait')
    .select('id')
    .where('execution_id', '=', execution)
    .where('decided_date', 'is not', null)
    .where('decided_run', 'is', null)
    .executeTakeFirst()
  const isAtRest = newest && newest.id === again.after && !isUnderWay(newest)
  // A decision that is about to be gone on with counts as going on.
  if (!isAtRest || undone) throw new AppError('execution-running', { id: execution })
  if (again.waits.length === 0) return
  await transaction
    .updateTable('chat_message')
    .set({ action: null })
    .where('run_id', 'in', (e) => e.selectFrom('run_wait').select('run_id').where('id', 'in', again.waits))
    .execute()
  await transaction.deleteFrom('run_wait').where('id', 'in', again.waits).execute()
}
