import type { Insertable } from 'kysely'
import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import { nextInFlow } from '../../../ground/db/message-order.ts'
import type { ChatMessageTable } from '../../../ground/db/message-tables.ts'
import { preparedCondition, preparedInsert, runSteps, type WriteStep } from '../../../ground/db/write-step.ts'
import { answerChange, answerColumns, answerRow, cleanText, questionColumns, questionRow } from '../message-rows.ts'
import { removeTurns } from '../remove-turns.ts'
import type { RunJob } from '../run-job.ts'
import type { JobRows } from './job-kind.ts'
import { createNoticeSteps } from './notice-steps.ts'

export interface QuestionRows extends JobRows<RunJob> {
  insertQuestion: (row: Insertable<ChatMessageTable>) => WriteStep
}

/** A question and its answer are messages of a chat. */
export function createQuestionRows(database: Database, write: BatchedWrites['write']): QuestionRows {
  const { query: db } = database
  const tell = createNoticeSteps(database)
  const insertQuestion = preparedInsert(db, 'chat_message', questionColumns, { seq: nextInFlow })
  const insertFiles = preparedInsert(db, 'kept_question', ['id', 'chatflow_id', 'chat_id', 'content'])
  const insertAnswer = preparedInsert(db, 'chat_message', answerColumns, { seq: nextInFlow })
  const changeAnswer = preparedCondition(
    db
      .updateTable('chat_message')
      .set({
        run_id: '',
        content: '',
        status: 'done',
        source_documents: '',
        used_tools: '',
        artifacts: '',
        reason_content: '',
      })
      .where('id', '=', ''),
  )

  /** The text of its files, which all that is stored of the run only names. */
  const filesOf = ({ filesIn, flowId, session, fileAttachment }: RunJob): WriteStep[] =>
    filesIn === undefined
      ? []
      : [insertFiles({ id: filesIn, chatflow_id: flowId, chat_id: session.chatId, content: fileAttachment })]

  return {
    insertQuestion,

    // Its pictures and files stand beside the conversation.
    withoutFiles: (job) => (job.attachments.length === 0 ? job : { ...job, attachments: [] }),

    async begin(job, { at, run }) {
      if ('toldBefore' in job) {
        await database.transact(async (transaction) => {
          // From now on the question waits for this run's answer: a memory must not read what is being gone on with.
          await transaction
            .updateTable('chat_message')
            .set({ run_id: job.runId })
            .where('id', '=', job.questionMessageId)
            .execute()
          await runSteps(transaction, [run])
        })
        return
      }
      const { replaces, session } = job
      const steps = [insertQuestion(questionRow(job, at)), ...filesOf(job), run]
      if (!replaces) await write(steps)
      else {
        await database.transact(async (transaction) => {
          await removeTurns(transaction, { session, start: replaces, at })
          await runSteps(transaction, steps)
        })
      }
    },

    answer: ({ text }) => cleanText(text),

    // Also without a word: the conversation shows how it ended.
    end: (job, { outcome, at }) => [
      'toldBefore' in job ? changeAnswer(answerChange(job, outcome)) : insertAnswer(answerRow(job, outcome, at)),
      ...tell(job, outcome, at),
    ],
  }
}
