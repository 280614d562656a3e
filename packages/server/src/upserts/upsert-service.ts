import { AppError, type UpsertAnswer, type UpsertBody, type UpsertRecord } from '@chatwright/contract'
import type { NodeContext, NodeDescription, Session, UpsertProgress, UpsertResult } from '@chatwright/core'
import { buildValue, toFault } from '@chatwright/engine'
import { randomUUID } from 'node:crypto'
import { faultError, faultForVisitor, flowErrorAnswer } from '../runs/fault-answer.ts'
import { allowedOverrides } from '../flow-access/override-config.ts'
import { NO_RIGHTS } from '../flow-access/caller-rights.ts'
import { sessionOf } from '../flow-access/session.ts'
import type { FlowHead, FlowLibrary } from '../flows/flow-library.ts'
import { createEffects, type Platform } from '../runs/node-context.ts'
import type { UpsertStore } from './upsert-store.ts'

export interface UpsertRequest {
  flow: FlowHead
  body: UpsertBody
  origin: Session['origin']
  fileInputs: Record<string, Record<string, unknown>>
  signal: AbortSignal
  onProgress?: (progress: UpsertProgress) => void
}

export type UpsertService = ReturnType<typeof createUpsertService>

export interface UpsertDependencies {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
  describe: (nodeName: string) => NodeDescription | undefined
  store: UpsertStore
  now: () => Date
}

/** What the history keeps of the loaded documents. */
const KEPT_DOCUMENTS = 20
const KEPT_TEXT = 2000

export function createUpsertService({ library, platform, flows, describe, store, now }: UpsertDependencies) {
  return {
    async load({ flow: head, body, origin, fileInputs, signal, onProgress }: UpsertRequest): Promise<UpsertAnswer> {
      const flow = await library.prepare(head)
      const wanted = { want: 'vector-store' as const, ...(body.stopNodeId && { nodeId: body.stopNodeId }) }
      const plan = await library.plan(flow, wanted).catch((error: unknown) => {
        throw flowErrorAnswer(error)
      })
      const { nodes, variables } = allowedOverrides({
        flow: flow.flow,
        describe,
        settings: origin === 'internal' ? undefined : head.settings.overrides,
        overrideConfig: body.overrideConfig ?? {},
      })
      for (const [nodeId, inputs] of Object.entries(fileInputs)) nodes[nodeId] = { ...nodes[nodeId], ...inputs }
      const asked = {
        runId: randomUUID(),
        session: sessionOf(flow, body, { origin, rights: NO_RIGHTS }),
        question: '',
        overrides: { nodes: new Map(Object.entries(nodes)), variables },
        signal,
      }
      const effects = createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows })
      const loading = buildValue(plan, asked, { effects }).then(({ value, run }) => value.upsert(run, onProgress))
      const result = await loading.catch((error: unknown) => {
        if (signal.aborted) throw new AppError('run-cancelled', { text: '' })
        const fault = toFault(error)
        throw faultError(origin === 'internal' ? fault : faultForVisitor(fault))
      })
      await store.insert({
        id: randomUUID(),
        chatflow_id: flow.id,
        result: JSON.stringify(shortened(result)),
        created_date: now().toISOString(),
      })
      return { ...result }
    },

    async list(
      id: string,
      query: { order?: 'ASC' | 'DESC' | undefined; startDate?: Date | undefined; endDate?: Date | undefined },
    ): Promise<UpsertRecord[]> {
      await library.head(id)
      const rows = await store.list(id, {
        direction: query.order === 'ASC' ? 'asc' : 'desc',
        from: query.startDate,
        to: query.endDate,
      })
      return rows.map((row) => ({
        id: row.id,
        chatflowid: row.chatflow_id,
        result: row.result,
        date: row.created_date,
      }))
    },

    forget: (ids: readonly string[]) => store.delete(ids),
  }
}

function shortened(result: UpsertResult): UpsertResult {
  return {
    ...result,
    addedDocs: result.addedDocs
      .slice(0, KEPT_DOCUMENTS)
      .map((document) => ({ ...document, pageContent: document.pageContent.slice(0, KEPT_TEXT) })),
  }
}
