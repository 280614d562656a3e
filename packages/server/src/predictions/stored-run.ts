import type { Artifact, Document, RunEvent, RunFault, RunStatus, UsedTool } from '@chatwright/core'
import type { Selectable } from 'kysely'
import type { ChatMessageTable } from '../db/schema.ts'
import type { RunJob } from '../runs/run-job.ts'
import type { RunOutcome } from '../runs/run-outcome.ts'
import type { RunRow } from '../runs/run-store.ts'
import type { RunHandle } from '../runs/runner.ts'

/** A run that ended, told again from the database: the whole text as one token. */
export function storedRun(row: RunRow, answer: Selectable<ChatMessageTable> | undefined): RunHandle {
  const job = { ...(JSON.parse(row.request) as RunJob), attachments: [] }
  const status = row.status as RunStatus
  const text = answer?.content ?? row.answer ?? ''
  const fault = row.fault === null ? undefined : (JSON.parse(row.fault) as RunFault)
  const usage = { inputTokens: row.input_tokens, outputTokens: row.output_tokens }
  const thinking = answer?.reason_content ? (JSON.parse(answer.reason_content) as RunOutcome['thinking']) : undefined
  const outcome: RunOutcome = {
    status,
    text,
    durationMs: row.duration_ms ?? 0,
    ...(thinking && { thinking }),
    ...(answer?.source_documents && { sourceDocuments: JSON.parse(answer.source_documents) as Document[] }),
    ...(answer?.used_tools && { usedTools: JSON.parse(answer.used_tools) as UsedTool[] }),
    ...(answer?.artifacts && { artifacts: JSON.parse(answer.artifacts) as Artifact[] }),
    ...(usage.inputTokens + usage.outputTokens > 0 && { usage }),
    ...(fault && { fault }),
    ...(answer?.follow_up_prompts && { followUpPrompts: JSON.parse(answer.follow_up_prompts) as string[] }),
  }
  const events: RunEvent[] = [
    ...(thinking ? [thinkingEvent(thinking)] : []),
    ...(text === '' ? [] : [{ type: 'token' as const, text }]),
    ...(outcome.sourceDocuments ? [{ type: 'source-documents' as const, documents: outcome.sourceDocuments }] : []),
    ...(outcome.usedTools ? [{ type: 'used-tools' as const, tools: outcome.usedTools }] : []),
    ...(outcome.artifacts ? [{ type: 'artifacts' as const, artifacts: outcome.artifacts }] : []),
    {
      type: 'run-end',
      runId: row.id,
      at: Date.parse(row.ended_date ?? row.created_date),
      status,
      durationMs: outcome.durationMs,
      text,
      ...(outcome.usage && { usage: outcome.usage }),
      ...(fault && { fault }),
      ...(outcome.followUpPrompts && { followUpPrompts: outcome.followUpPrompts }),
    },
  ]
  return {
    job,
    outcome: Promise.resolve(outcome),
    read(reader, afterSeq = 0) {
      for (const [index, event] of events.entries()) if (index >= afterSeq) reader(event, index + 1)
      return () => {}
    },
  }
}

function thinkingEvent({ thinking, thinkingDuration }: NonNullable<RunOutcome['thinking']>): RunEvent {
  return { type: 'thinking', text: thinking, durationMs: (thinkingDuration ?? 0) * 1000 }
}
