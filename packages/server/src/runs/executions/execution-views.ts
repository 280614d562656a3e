import type { Execution, ExecutionStep, ExecutionStepDetail } from '@chatwright/contract'
import type { RunFault, StepView } from '@chatwright/core'
import { readQuestion } from '../runs/kinds/index.ts'
import { executionItems, type ExecutionItem, type ItemStatus } from '../runs/waits/execution-items.ts'
import { stateOf, type ExecutionRow, type ExecutionTotals } from './execution-store.ts'

const NOTHING: ExecutionTotals = { inputTokens: 0, outputTokens: 0, durationMs: 0, priceMicro: null }

/** What is told of an execution beside its steps. */
export function toExecution(
  row: ExecutionRow,
  { inputTokens, outputTokens, durationMs, priceMicro }: ExecutionTotals = NOTHING,
): Omit<Execution, 'executionData'> {
  const { message, session } = readQuestion(row.first_request)
  const state = stateOf(row)
  return {
    id: row.execution,
    state,
    agentflowId: row.chatflow_id,
    sessionId: session.sessionName ?? row.session_id,
    action: null,
    isPublic: row.share_id !== null,
    shareId: row.share_id,
    hasOldLink: row.share_id === null && row.is_public === 1,
    createdDate: row.begun,
    updatedDate: row.changed,
    stoppedDate: state === 'STOPPED' ? row.changed : null,
    question: message,
    agentflowVersion: row.chatflow_version,
    inputTokens,
    outputTokens,
    durationMs,
    priceMicro,
    fault: row.fault === null ? null : { ...(JSON.parse(row.fault) as RunFault) },
  }
}

/** The steps as the older product lists them. */
export function itemsOf(row: ExecutionRow, views: readonly StepView[]): ExecutionItem[] {
  return executionItems(row.execution, views).map((item) => ({ ...item, status: statusOfItem(row, item.status) }))
}

/** What was under way when its run ended was cut off. */
export function statusOfItem(row: ExecutionRow, status: ItemStatus): ItemStatus {
  return stateOf(row) !== 'INPROGRESS' && status === 'INPROGRESS' ? 'TERMINATED' : status
}

export function toStep(row: ExecutionRow, view: StepView): ExecutionStep {
  const { path, nodeId, label, name, at, parent, isCall, effect, attempt, durationMs, usage, item } = view
  const isLeft = view.status === 'running' && stateOf(row) !== 'INPROGRESS'
  return {
    path,
    nodeId,
    label,
    name,
    status: isLeft ? 'cancelled' : view.status,
    at,
    after: [...view.after],
    ...(parent !== undefined && { parent }),
    ...(isCall && { isCall }),
    ...(effect && { effect }),
    ...(item && { index: item.index }),
    ...(attempt !== undefined && { attempt }),
    ...(durationMs !== undefined && { durationMs }),
    ...(usage && { usage }),
    ...(view.taken && { taken: [...view.taken] }),
    ...(view.from && { from: [...view.from] }),
    ...(view.fault && { fault: { ...view.fault } }),
  }
}

export function toStepDetail(row: ExecutionRow, view: StepView): ExecutionStepDetail {
  const { input, output, item, state, question, decision, decidedBy } = view
  return {
    ...toStep(row, view),
    input: input ?? question?.input,
    output,
    item: item?.value,
    ...(state && { state: { ...state } }),
    ...(question && { question: { ...question } }),
    ...(decision && { decision: { ...decision } }),
    ...(decidedBy && { decidedBy: { ...decidedBy } }),
  }
}
