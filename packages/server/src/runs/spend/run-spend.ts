import { addUsage, type RunEvent, type TokenUsage } from '@chatwright/core'
import { keyOf } from '../../door/askers/may.ts'
import type { PriceBook } from '../../money/prices/price-book.ts'
import { readJob } from '../runs/job.ts'
import { noteCost } from './call-costs.ts'
import type { EndedRun, SpentRow } from './spend-store.ts'

export interface RunSpend {
  priceMicro: number
  rows: SpentRow[]
}

/** Stands for the model in runs of before, whose events do not name it. */
export const UNNAMED = ''

/** What a run cost, by its nodes and models, out of its events. */
export function spendOf(run: EndedRun, events: readonly RunEvent[], prices: PriceBook): RunSpend {
  const job = readJob(run.request)
  const key = ('asker' in job && job.asker && keyOf(job.asker)) || ''
  const labels = new Map<string, string>()
  const usages: { nodeId: string; model: string; usage: TokenUsage }[] = []
  let named: TokenUsage | undefined
  for (const event of events) {
    if (event.type === 'node-start') labels.set(event.callId, event.label)
    if (event.type !== 'node-end' || event.model === undefined) continue
    const usage = event.usage ?? event.estimate
    if (!usage) continue
    named = addUsage(named, usage)
    usages.push({ nodeId: event.nodeId, model: event.model, usage })
    labels.set(event.nodeId, labels.get(event.callId) ?? event.nodeId)
  }
  if (!named && run.input_tokens + run.output_tokens > 0) {
    const usage = { inputTokens: run.input_tokens, outputTokens: run.output_tokens }
    usages.push({ nodeId: '', model: UNNAMED, usage })
  }
  const rows = rowsOf(
    usages.map((used) => ({ ...used, label: labels.get(used.nodeId) ?? '' })),
    { day: run.ended_date.slice(0, 10), flowId: run.chatflow_id ?? '', keyId: key },
    prices,
  )
  return { priceMicro: rows.reduce((sum, row) => sum + row.price_micro, 0), rows }
}

/** What asking a model used, and for which node. */
export interface UsedCall {
  nodeId: string
  label: string
  model: string
  usage: TokenUsage
}

/** Calls summed up by their node and model. */
export function rowsOf(
  calls: readonly UsedCall[],
  { day, flowId, keyId }: { day: string; flowId: string; keyId: string },
  prices: PriceBook,
): SpentRow[] {
  const rows = new Map<string, SpentRow>()
  for (const { nodeId, label, model, usage } of calls) {
    const cost = prices.cost(model, usage)
    const place = `${nodeId}\n${model}`
    const row = rows.get(place) ?? {
      day,
      chatflow_id: flowId,
      node_id: nodeId,
      model,
      key_id: keyId,
      label,
      calls: 0,
      unpriced_calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      price_micro: 0,
      costs: new Map(),
    }
    row.calls += 1
    row.unpriced_calls += cost === undefined ? 1 : 0
    row.input_tokens += usage.inputTokens
    row.output_tokens += usage.outputTokens
    row.price_micro += cost ?? 0
    if (cost !== undefined) noteCost(row.costs, cost)
    rows.set(place, row)
  }
  return [...rows.values()]
}
