import type { ExecutionFlow, ExecutionStep, ExecutionStepDetail, Execution } from '@chatwright/contract'
import type { StepView } from '@chatwright/core'
import { setImmediate } from 'node:timers/promises'
import { executionItems } from '../runs/waits/execution-items.ts'
import { drawingOf } from './drawing.ts'
import type { ExecutionRow, SharedPart } from './execution-store.ts'
import { statusOfItem, toStepDetail } from './execution-views.ts'
import type { ShareMask } from './share-mask.ts'

export const STEPS_PART = 'steps'
export const FLOW_PART = 'flow'
export const stepPart = (path: string): string => `step:${path}`

export type SharedSummary = Omit<Execution, 'executionData' | 'sessionId' | 'priceMicro' | 'shareId' | 'hasOldLink'>

export interface SharedSteps {
  execution: SharedSummary
  isKept: boolean
  steps: ExecutionStep[]
  /** As the older product lists them, without what they were given and gave. */
  items: object[]
}

interface Sharing {
  id: string
  row: ExecutionRow
  summary: Omit<Execution, 'executionData'>
  views: readonly StepView[]
  flow: ExecutionFlow | undefined
  mask: ShareMask
}

/**
 * Writes an execution down for strangers, once: reading it costs one row from then on, and what is added to the conversation later
 * is not in it. Other requests have their turn after each step.
 */
export async function writeShared({ id, row, summary, views, flow, mask }: Sharing): Promise<SharedPart[]> {
  const { sessionId: _, priceMicro: __, shareId: ___, hasOldLink: ____, ...open } = summary
  const parts: SharedPart[] = []
  const steps: ExecutionStep[] = []
  for (const view of views) {
    const { input, output, item, state, question, decision, decidedBy: _____, ...step } = toStepDetail(row, view)
    const shown: ExecutionStep = { ...step, label: mask(step.label), ...(step.fault && { fault: mask(step.fault) }) }
    steps.push(shown)
    const detail: ExecutionStepDetail = {
      ...shown,
      input: mask(input),
      output: mask(output),
      item: mask(item),
      ...(state && { state: mask(state) }),
      ...(question && { question: { ...mask({ ...question, kind: '' }), kind: question.kind } }),
      ...(decision && { decision: { ...mask({ ...decision, type: '' }), type: decision.type } }),
    }
    parts.push({ name: stepPart(view.path), body: JSON.stringify(detail) })
    await setImmediate()
  }
  const head: SharedSteps = {
    execution: { ...open, id, isPublic: true, question: mask(open.question), fault: mask(open.fault) },
    isKept: views.length > 0,
    steps,
    items: executionItems(id, views).map(({ nodeId, nodeLabel, data, previousNodeIds, status }) => ({
      nodeId,
      nodeLabel: mask(nodeLabel),
      data: { id: nodeId, name: data['name'] },
      previousNodeIds,
      status: statusOfItem(row, status),
    })),
  }
  parts.push({ name: STEPS_PART, body: JSON.stringify(head) })
  if (flow) {
    const nodes = flow.nodes.map((node) => ({ ...node, inputs: [] }))
    const drawn = { ...flow, nodes, flowData: drawingOf(flow.flowData) }
    parts.push({ name: FLOW_PART, body: JSON.stringify(drawn) })
  }
  return parts
}
