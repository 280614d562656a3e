import {
  outcomeOf,
  type CallerRequest,
  type ContentPart,
  type DecidedBy,
  type Decision,
  type Message,
  type RunEvent,
} from '@chatwright/core'
import type { RunRequest } from '@chatwright/engine'
import { z } from 'zod'
import type { RunAsker } from '../../door/askers/asker-of.ts'
import type { FollowUpSettings } from './follow-up-settings.ts'
import { list, mark, ranBy, record, text } from './job-fields.ts'

/** Whatever is asked, complete enough that any process with the same database can answer it. Plain JSON. */
const asked = {
  ...ranBy,
  /** The graph is a drawing that was not saved. */
  isDraft: mark,
  /** No secret variable is read: a model proposed the drawing, and nobody has looked at it. */
  withholdsSecrets: mark,
  /** What the person wrote, as it is stored and shown. */
  message: text,
  /** What the flow is asked: the message, after the text of attached files. */
  question: text,
  /** The message that holds the question, where this run goes on with another's. */
  askedIn: text.exactOptional(),
  fileAttachment: text,
  /** The row that holds the text of its files, where it is long. */
  filesIn: text.exactOptional(),
  attachments: list<ContentPart>(),
  history: list<Message>(),
  /** What the caller passes on to the model that answers. */
  caller: record<CallerRequest>().exactOptional(),
  overrides: record<{
    nodes: Record<string, Record<string, unknown>>
    variables: Record<string, string>
    /** What the request gave besides, and changed nothing with. */
    ignored?: string[]
  }>(),
  memoryType: text.nullable(),
  /** Ids are given before the run, so that a stream can name what will be stored. */
  questionMessageId: text,
  answerMessageId: text,
  leadEmail: text.nullable(),
  /** What the stored question remembers of its files. */
  fileUploads: list<object>(),
  /** Suggest what to ask next, when the owner switched that on. */
  followUps: record<FollowUpSettings>().exactOptional(),
  /** What another program sent instead of a question. */
  webhook: record<WebhookData>().exactOptional(),
  /** Who asked, and by which way. Missing in jobs of before that nobody is known of. */
  asker: record<RunAsker>().exactOptional(),
  /** What its calls were asked and came to is not kept. */
  isUnrecorded: mark,
  /** Others are told what it comes to. */
  isTold: mark,
  /** Nobody waits for it: it stands with the background work, whichever way it is queued again. */
  isInBackground: mark,
  /** Goes on for a while after its reader is gone. */
  isResumable: z.boolean(),
}

/** What is to be known of an agent flow besides. */
const askedBySteps = {
  /** The first of the runs that go on from each other. */
  execution: text.exactOptional(),
  /** The flow is of the first agent kind, whose clients read other frames. */
  isOlder: mark,
  /** What was filled in instead of a question. */
  form: record<Record<string, unknown>>().exactOptional(),
}

export type Asked = z.infer<z.ZodObject<typeof asked & typeof askedBySteps>>

/** Where the conversation is cut off before this question takes the place of what stood there. */
const replaces = record<{ seq: number; createdDate: string; messageId: string }>().exactOptional()

/** A question to a chat flow. */
export const questionShape = z.object({ kind: z.literal('question'), ...asked, replaces })
export type QuestionJob = z.infer<typeof questionShape>

/** Goes on with an answer that broke off. */
export const continueShape = z.object({
  kind: z.literal('continue'),
  ...asked,
  ...askedBySteps,
  /** What was told of the answer that broke off. */
  toldBefore: list<RunEvent>(),
})
export type ContinueJob = z.infer<typeof continueShape>

/** Runs an agent flow step by step, from its start or from where it came to rest. Needs no reader. */
export const stepsShape = z.object({
  kind: z.literal('flow'),
  ...asked,
  replaces,
  ...askedBySteps,
  /** What somebody decided, and that the run goes on with. */
  decisions: list<DecidedWait>().exactOptional(),
  /** The step that is done again, with what followed from it. */
  again: record<StepAgain>().exactOptional(),
})
export type StepsJob = z.infer<typeof stepsShape>

/** Whatever answers. */
export type RunJob = QuestionJob | ContinueJob | StepsJob

/** What was asked, without what only its kind knows: another run asks the same in a way of its own. */
export function askedOf(job: RunJob): Asked {
  return Object.fromEntries(Object.entries(job).filter(([name]) => name in asked || name in askedBySteps)) as Asked
}

/** What came to a webhook, without what proves who sent it. */
export interface WebhookData {
  body: unknown
  headers: Record<string, unknown>
  query: Record<string, unknown>
}

export interface StepAgain {
  path: string
  /** The run of the execution that was the newest when somebody wanted it. */
  after: string
  /** What was asked by steps that are done again: they ask anew. */
  waits: string[]
}

export interface DecidedWait {
  waitId: string
  path: string
  decision: Decision
  by?: DecidedBy
}

export function toRunRequest(
  job: RunJob,
  { signal, now, gate }: { signal: AbortSignal; now: () => number; gate?: RunRequest['gate'] },
): RunRequest {
  return {
    runId: job.runId,
    session: job.session,
    question: job.question,
    attachments: job.attachments,
    history: job.history,
    fileAttachment: job.fileAttachment,
    ...(job.caller && { caller: job.caller }),
    flowValues: { apiMessageId: job.answerMessageId },
    overrides: { nodes: new Map(Object.entries(job.overrides.nodes)), variables: job.overrides.variables },
    signal,
    now,
    gate,
    ...(job.webhook && { webhook: { ...job.webhook } }),
    ...moreOf(job),
  }
}

/** What only its kind asks of the engine. */
function moreOf(job: RunJob): Partial<RunRequest> {
  switch (job.kind) {
    case 'question':
      return {}
    case 'continue':
      return { ...bySteps(job), answerSoFar: outcomeOf(job.toldBefore).text }
    case 'flow':
      return {
        ...bySteps(job),
        ...(job.decisions && { decisions: job.decisions }),
        ...(job.again && { again: job.again.path }),
      }
  }
}

function bySteps({ form, execution }: ContinueJob | StepsJob): Partial<RunRequest> {
  return { ...(form && { form }), ...(execution !== undefined && { executionId: execution }) }
}

/** The first of the runs that go on from each other: the run itself, where it goes on from none. */
export function executionOf(job: RunJob): string {
  return ('execution' in job ? job.execution : undefined) ?? job.runId
}
