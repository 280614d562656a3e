import { questionFor, type StepView } from '@chatwright/core'
import { ON_SCREEN } from '../../../door/askers/asker-of.ts'
import { actionOf, type Action } from './action.ts'

/** What became of one step, as clients of the older product read it. */
export interface ExecutionItem {
  nodeId: string
  nodeLabel: string
  data: Record<string, unknown>
  previousNodeIds: string[]
  status: ItemStatus
}

export type ItemStatus = 'INPROGRESS' | 'FINISHED' | 'STOPPED' | 'ERROR' | 'TERMINATED'

const STATUS: Readonly<Record<Exclude<StepView['status'], 'skipped'>, ItemStatus>> = {
  running: 'INPROGRESS',
  done: 'FINISHED',
  failed: 'ERROR',
  waiting: 'STOPPED',
}

/** The same without what the steps are made of: for visitors, whose widgets offer to stop a run once they hear of a step. */
export function withoutData(items: readonly ExecutionItem[]): ExecutionItem[] {
  return items.map((item) => ({ ...item, data: {} }))
}

/** The steps of an execution as items: those inside a container stand before it, as they ended. */
export function executionItems(execution: string, views: readonly StepView[]): ExecutionItem[] {
  const inside = new Map<string | undefined, StepView[]>()
  for (const view of views) {
    if (view.isCall) continue
    const others = inside.get(view.parent)
    if (others) others.push(view)
    else inside.set(view.parent, [view])
  }
  const itemsIn = (container: string | undefined): ExecutionItem[] =>
    (inside.get(container) ?? []).flatMap((view) =>
      view.status === 'skipped' ? [] : [...itemsIn(view.path), itemOf(execution, view, view.status)],
    )
  return itemsIn(undefined)
}

export function itemOf(
  execution: string,
  view: StepView,
  status: Exclude<StepView['status'], 'skipped'>,
): ExecutionItem {
  const { nodeId, label, name, item, parent, fault, input, output, state, said } = view
  return {
    nodeId,
    nodeLabel: label,
    data: {
      id: nodeId,
      name,
      ...(input !== undefined && { input }),
      ...outputOf(execution, view, output),
      ...(state && { state }),
      ...(said && { chatHistory: said }),
      ...(fault && { error: fault.message }),
      ...(item && {
        iterationIndex: item.index,
        iterationContext: { index: item.index, value: item.value },
        parentNodeId: nodeOf(parent ?? ''),
      }),
    },
    previousNodeIds: [...new Set(view.after.map(nodeOf))],
    status: STATUS[status],
  }
}

function outputOf(execution: string, { path, nodeId, label, at, question, status }: StepView, output: unknown) {
  if (status !== 'waiting' || !question) return output === undefined ? {} : { output }
  const action: Action = actionOf(execution, { path, nodeId, label, at, question: questionFor(ON_SCREEN, question) })
  return { input: question.input ?? {}, output: { content: question.text, humanInputAction: action } }
}

/** `each@0/1/say@0` → `say`. */
function nodeOf(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const mark = last.lastIndexOf('@')
  return mark === -1 ? last : last.slice(0, mark)
}
