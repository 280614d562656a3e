import { AppError, type FlowName, type InboxItem, type InboxReason } from '@chatwright/contract'
import { parseJson, type RunFault } from '@chatwright/core'
import { readQuestion } from '../../runs/runs/kinds/index.ts'
import { EXPENSIVE_TOKENS, SLOW_MS } from '../../runs/listing/listing-store.ts'
import { isAtLimit, type InboxRow, type InboxStore } from './inbox-store.ts'

export type InboxService = ReturnType<typeof createInboxService>

export interface InboxDependencies {
  store: InboxStore
  /** The stores of documents that flows name, by the flow. */
  storesIn(flowIds: readonly string[]): Promise<ReadonlyMap<string, FlowName[]>>
  now: () => Date
}

const DAY_MS = 86_400_000
const SHOWN_DAYS = 30
const WEEK_DAYS = 7
const PAGE = 20

/** What the owner should look at, and what they have looked at. */
export function createInboxService({ store, storesIn, now }: InboxDependencies) {
  const daysAgo = (days: number): string => new Date(now().getTime() - days * DAY_MS).toISOString()
  return {
    async list({
      reason,
      flowId,
      limit = PAGE,
      cursor,
    }: {
      reason?: InboxReason | undefined
      flowId?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }) {
      const [page, newer, both] = await Promise.all([
        store.page({ since: daysAgo(SHOWN_DAYS), reason, flowId }, { limit, cursor }),
        store.count(daysAgo(WEEK_DAYS)),
        store.count(daysAgo(2 * WEEK_DAYS)),
      ])
      const asked = page.items.map((row) => ({ row, job: readQuestion(row.request) }))
      const searched = page.items.filter((row) => row.found_nothing === 1).map((row) => row.chatflow_id)
      const [comments, stores] = await Promise.all([
        store.comments(asked.map(({ job }) => job.answerMessageId)),
        storesIn([...new Set(searched)]),
      ])
      return {
        items: asked.map(({ row, job }) =>
          toItem(row, {
            job,
            comment: comments.get(job.answerMessageId),
            stores: row.found_nothing === 1 ? (stores.get(row.chatflow_id) ?? []) : [],
          }),
        ),
        nextCursor: page.nextCursor,
        week: { now: newer, before: both - newer },
      }
    },

    async dismiss(runId: string, dismissed: boolean) {
      if (!(await store.dismiss(runId, { dismissed, at: now().toISOString() }))) {
        throw new AppError('run-not-found', { id: runId })
      }
      return { dismissed }
    },
  }
}

function toItem(
  row: InboxRow,
  { job, comment, stores }: { job: ReturnType<typeof readQuestion>; comment: string | undefined; stores: FlowName[] },
): InboxItem {
  const fault = row.fault === null ? undefined : (parseJson(row.fault) as RunFault)
  const tokens = row.input_tokens + row.output_tokens
  const isBroken = row.status === 'failed' || row.status === 'interrupted'
  const reasons: [InboxReason, boolean][] = [
    ['rated-down', comment !== undefined],
    ['limit', isBroken && isAtLimit(fault)],
    ['failed', isBroken && !isAtLimit(fault)],
    ['found-nothing', row.found_nothing === 1],
    ['slow', (row.duration_ms ?? 0) >= SLOW_MS],
    ['expensive', tokens >= EXPENSIVE_TOKENS],
  ]
  return {
    runId: row.id,
    executionId: row.execution_id,
    flowId: row.chatflow_id,
    flowName: row.name,
    flowVersion: row.chatflow_version,
    question: job.message,
    reasons: reasons.flatMap(([reason, isSo]) => (isSo ? [reason] : [])),
    said: comment || (fault?.message ?? null),
    stores,
    durationMs: row.duration_ms,
    tokens,
    createdDate: row.created_date,
  }
}
