import { AppError } from '@chatwright/contract'
import type { Asker, RecordStore } from '@chatwright/core'
import { keyOf } from '../../door/askers/may.ts'
import type { FlowLibrary } from '../flows/flow-library.ts'

/** Drafts that a person has looked at on the canvas. */
export interface OpenedDrafts {
  add(flowId: string, draft: string): Promise<void>
  has(flowId: string, draft: string): Promise<boolean>
}

const NAMESPACE = 'opened-drafts'
const REMEMBERED_MS = 30 * 24 * 3_600_000

export function createOpenedDrafts(records: Pick<RecordStore, 'get' | 'set'>): OpenedDrafts {
  return {
    add: (flowId, draft) => records.set(NAMESPACE, `${flowId}:${draft}`, '', { ttlMs: REMEMBERED_MS }),
    has: async (flowId, draft) => (await records.get(NAMESPACE, `${flowId}:${draft}`)) !== undefined,
  }
}

/** Gives a draft to the person who looks at it. A program that opens one has shown it to nobody. */
export function createOpenDraft({
  library,
  opened,
}: {
  library: Pick<FlowLibrary, 'head' | 'pinned'>
  opened: Pick<OpenedDrafts, 'add'>
}) {
  return async (flowId: string, draft: string, asker: Asker): Promise<{ flowData: string }> => {
    if (keyOf(asker) !== undefined) {
      throw new AppError('forbidden', undefined, { message: "Only a person can open a draft. An API key can't." })
    }
    const { id, name } = await library.head(flowId)
    const pinned = { flowId: id, flowName: name, flowVersion: -1, graph: draft, isDraft: true }
    const { flow } = await library.pinned(pinned)
    await opened.add(id, draft)
    return { flowData: JSON.stringify(flow) }
  }
}

export type OpenDraft = ReturnType<typeof createOpenDraft>
