import type { EndedOutcome } from '@chatwright/core'
import type { Insertable } from 'kysely'
import type { ChatMessageTable } from '../db/schema.ts'
import type { RunJob } from './run-job.ts'

export const questionColumns = [
  'id',
  'chatflow_id',
  'chat_id',
  'session_id',
  'chat_type',
  'memory_type',
  'role',
  'content',
  'status',
  'run_id',
  'file_uploads',
  'lead_email',
  'created_date',
  'seq',
  'is_draft',
] as const

export const answerColumns = [
  ...questionColumns,
  'source_documents',
  'used_tools',
  'artifacts',
  'reason_content',
] as const

export function questionRow(job: RunJob, at: string): Insertable<ChatMessageTable> {
  return {
    id: job.questionMessageId,
    role: 'userMessage',
    content: cleanText(job.message),
    status: 'done',
    file_uploads: job.fileUploads.length > 0 ? storable(job.fileUploads) : null,
    created_date: at,
    ...messageRow(job),
  }
}

export function answerRow(job: RunJob, outcome: EndedOutcome, at: string): Insertable<ChatMessageTable> {
  return {
    id: job.answerMessageId,
    role: 'apiMessage',
    content: cleanText(outcome.text),
    status: messageStatus(outcome),
    source_documents: optional(outcome.sourceDocuments),
    used_tools: optional(outcome.usedTools),
    artifacts: optional(outcome.artifacts),
    reason_content: optional(outcome.thinking && reasonContent(outcome.thinking)),
    created_date: at,
    ...messageRow(job),
  }
}

/** In the order in which the change of an answer names its columns. */
export function answerChange(job: RunJob, { text, status, ...outcome }: EndedOutcome): unknown[] {
  return [
    job.runId,
    cleanText(text),
    messageStatus({ status }),
    optional(outcome.sourceDocuments),
    optional(outcome.usedTools),
    optional(outcome.artifacts),
    optional(outcome.thinking && reasonContent(outcome.thinking)),
    job.answerMessageId,
  ]
}

/** An answer that asks for a decision is whole. */
function messageStatus({ status }: Pick<EndedOutcome, 'status'>): ChatMessageTable['status'] {
  return status === 'waiting' ? 'done' : status
}

/** Spread last into a row: V8 takes microseconds for every property written after a spread. */
function messageRow(job: RunJob) {
  return {
    chatflow_id: job.flowId,
    chat_id: job.session.chatId,
    session_id: job.session.sessionId,
    chat_type: job.session.origin === 'internal' ? ('INTERNAL' as const) : ('EXTERNAL' as const),
    memory_type: job.memoryType,
    run_id: job.runId,
    lead_email: job.leadEmail,
    is_draft: job.isDraft ? (1 as const) : (0 as const),
  }
}

/** In the shape that clients of the older product read. */
export function reasonContent({ text, durationMs }: NonNullable<EndedOutcome['thinking']>) {
  return { thinking: text, ...(durationMs !== undefined && { thinkingDuration: Math.round(durationMs / 1000) }) }
}

function optional(value: unknown): string | null {
  return value === undefined ? null : storable(value)
}

/** JSON writes a NUL as an escape, which PostgreSQL's text takes as it is. */
export function storable(value: unknown): string {
  return JSON.stringify(value)
}

/** Neither database keeps a NUL, and a model may say one. */
export function cleanText(text: string): string {
  return text.includes('\u0000') ? text.replaceAll('\u0000', '') : text
}
