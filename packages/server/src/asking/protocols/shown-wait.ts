import { mayDecide, questionFor, type Asker, type RunEvent, type WaitQuestion } from '@chatwright/core'
import { executionOf, type RunJob } from '../../runs/runs/run-job.ts'
import { waitIdOf } from '../../runs/runs/waits/wait-id.ts'

/** What a run waits for, as whoever talks with it may see and decide it. */
export interface ShownWait {
  id: string
  label: string
  question: WaitQuestion
}

/** Nothing for what others decide: the answer says so in its text. */
export function shownWait(
  job: RunJob,
  { path, label, question }: Extract<RunEvent, { type: 'step-wait' }>,
  asker: Asker,
): ShownWait | undefined {
  if (!mayDecide(asker, question)) return undefined
  return { id: waitIdOf(executionOf(job), path), label, question: questionFor(asker, question) }
}

/** The shape of a decision, for clients that draw a form from it. */
export function decisionSchema({ buttons, fields = [], takesFeedback }: WaitQuestion): Record<string, unknown> {
  return {
    type: 'object',
    properties: {
      type: { type: 'string', enum: buttons.map(({ type }) => type) },
      ...(takesFeedback && { feedback: { type: 'string' } }),
      ...(fields.length > 0 && {
        form: {
          type: 'object',
          properties: Object.fromEntries(
            fields.map(({ name, label, type, options }) => [
              name,
              { title: label, ...(type === 'options' ? { type: 'string', enum: options ?? [] } : { type }) },
            ]),
          ),
          required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
        },
      }),
    },
    required: ['type'],
  }
}
