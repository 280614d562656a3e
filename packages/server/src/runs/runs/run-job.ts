import {
  outcomeOf,
  type ContentPart,
  type DecidedBy,
  type Decision,
  type Message,
  type RunEvent,
  type Session,
} from '@chatwright/core'
import type { RunRequest } from '@chatwright/engine'
import type { FollowUpSettings } from './follow-up-settings.ts'

/** One question, complete enough that any process with the same database can answer it. Plain JSON. */
export interface RunJob {
  /** `continue` goes on with an answer that broke off; `flow` runs an agent flow, and needs no reader. */
  kind: 'question' | 'continue' | 'flow'
  runId: string
  flowId: string
  flowName: string
  flowVersion: number
  /** The hash of the graph it began with, whatever is saved meanwhile. Missing in jobs of before. */
  graph?: string
  /** The graph is a drawing that was not saved. */
  isDraft?: true
  /** No secret variable is read: a model proposed the drawing, and nobody has looked at it. */
  withholdsSecrets?: true
  session: Session
  /** What the person wrote, as it is stored and shown. */
  message: string
  /** What the flow is asked: the message, after the text of attached files. */
  question: string
  fileAttachment: string
  attachments: ContentPart[]
  history: Message[]
  overrides: {
    nodes: Record<string, Record<string, unknown>>
    variables: Record<string, string>
    /** What the request gave besides, and changed nothing with. */
    ignored?: string[]
  }
  memoryType: string | null
  /** Ids are given before the run, so that a stream can name what will be stored. */
  questionMessageId: string
  answerMessageId: string
  leadEmail: string | null
  /** What the stored question remembers of its files. */
  fileUploads: object[]
  /** Where the conversation is cut off before this question takes the place of what stood there. */
  replaces?: { seq: number; createdDate: string; messageId: string }
  /** What was told of an answer that broke off, when this run goes on with it. */
  toldBefore?: RunEvent[]
  /** Suggest what to ask next, when the owner switched that on. */
  followUps?: FollowUpSettings
  /** Of an agent flow: the first of the runs that go on from each other. */
  execution?: string
  /** The flow is of the first agent kind, whose clients read other frames. */
  isOlder?: true
  /** What was filled in instead of a question. */
  form?: Record<string, unknown>
  /** What another program sent instead of a question. */
  webhook?: WebhookData
  /** What somebody decided, and that the run goes on with. */
  decisions?: DecidedWait[]
  /** The step that is done again, with what followed from it. */
  again?: StepAgain
  /** The API key that asked, where one did. */
  keyId?: string
  /** A mark of the network that asked, where nobody is known by more. */
  network?: string
  /** What its calls were asked and came to is not kept. */
  isUnrecorded?: true
  /** Others are told what it comes to. */
  isTold?: true
  /** Nobody need read it: a time or another program began it. */
  isUnattended?: true
  /** Nobody waits for it: it stands with the background work, whichever way it is queued again. */
  isInBackground?: true
  /** Goes on for a while after its reader is gone. */
  isResumable: boolean
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
    flowValues: { apiMessageId: job.answerMessageId },
    overrides: { nodes: new Map(Object.entries(job.overrides.nodes)), variables: job.overrides.variables },
    signal,
    now,
    gate,
    ...(job.form && { form: job.form }),
    ...(job.webhook && { webhook: { ...job.webhook } }),
    ...(job.execution !== undefined && { executionId: job.execution }),
    ...(job.decisions && { decisions: job.decisions }),
    ...(job.again && { again: job.again.path }),
    ...(job.toldBefore && { answerSoFar: outcomeOf(job.toldBefore).text }),
  }
}
