import { parseJson, type RunFault } from '@chatwright/core'
import { readQuestion } from '../../runs/runs/kinds/index.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import type { DeliveryRow } from '../../runs/deliveries/delivery-store.ts'
import { eventOf } from './notice-store.ts'

export type News = ReturnType<typeof newsOf>

/** What others are told of a run. */
export function newsOf(
  notice: Pick<DeliveryRow, 'id' | 'topic' | 'created_date'>,
  run: NonNullable<Awaited<ReturnType<RunStore['find']>>>,
  base: string,
) {
  const { flowName, message: question } = readQuestion(run.request)
  const fault = run.fault === null ? undefined : (parseJson(run.fault) as RunFault)
  return {
    id: notice.id,
    event: `run.${eventOf(notice)}` as const,
    createdAt: notice.created_date,
    flow: { id: run.chatflow_id, name: flowName, version: run.chatflow_version },
    run: {
      id: run.id,
      executionId: run.execution_id,
      chatId: run.chat_id,
      status: run.status,
      question,
      answer: run.answer,
      error: fault?.message ?? null,
      durationMs: run.duration_ms,
      link: run.execution_id === null ? `${base}/runs/${run.id}` : `${base}/executions/${run.execution_id}`,
    },
  }
}
