import type { EndedOutcome } from '@chatwright/core'
import type { Insertable } from 'kysely'
import type { ChatMessageTable } from '../../ground/db/message-tables.ts'
import type { RunJob } from './run-job.ts'

type MessageRow = Insertable<ChatMessageTable>

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

export function questionRow(job: RunJob, at: string): MessageRow {
  const row = messageRow(job, { id: job.questionMessageId, role: 'userMessage', text: job.message, at })
  if (job.fileUploads.length > 0) row.file_uploads = storable(job.fileUploads)
  return row
}

export function answerRow(job: RunJob, outcome: EndedOutcome, at: string): MessageRow {
  const row = messageRow(job, { id: job.answerMessageId, role: 'apiMessage', text: outcome.text, at })
  row.status = messageStatus(outcome)
  row.source_documents = optional(outcome.sourceDocuments)
  row.used_tools = optional(outcome.usedTools)
  row.artifacts = optional(outcome.artifacts)
  row.reason_content = optional(outcome.thinking && reasonContent(outcome.thinking))
  return row
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

/** Every column in one literal: V8 takes microseconds for a row that is put together of others. */
function messageRow(
  job: RunJob,
  { id, role, text, at }: Pick<MessageRow, 'id' | 'role'> & { text: string; at: string },
): MessageRow {
  return {
    id,
    role,
    content: cleanText(text),
    status: 'done',
    created_date: at,
    chatflow_id: job.flowId,
    chat_id: job.session.chatId,
    session_id: job.session.sessionId,
    chat_type: job.session.origin === 'internal' ? 'INTERNAL' : 'EXTERNAL',
    memory_type: job.memoryType,
    run_id: job.runId,
    lead_email: job.leadEmail,
    is_draft: job.isDraft ? 1 : 0,
    file_uploads: null,
    source_documents: null,
    used_tools: null,
    artifacts: null,
    reason_content: null,
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
