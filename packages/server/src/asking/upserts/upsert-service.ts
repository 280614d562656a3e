import type { UpsertAnswer, UpsertBody, UpsertRecord } from '@chatwright/contract'
import { nodeNames, type Asker, type EndedOutcome, type NodeDescription } from '@chatwright/core'
import { newId } from '../../ground/db/new-id.ts'
import { isInside } from '../../door/askers/may.ts'
import { askedVersion } from '../../flows/flow-access/asked-version.ts'
import { allowedOverrides } from '../../flows/flow-access/override-config.ts'
import { sessionOf } from '../../flows/flow-access/session.ts'
import { ignoredOverrides, refuseUnfinished } from '../predictions/answer.ts'
import { flowErrorAnswer } from '../../runs/runs/fault-answer.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import { wantedOf, type LoadJob } from '../../runs/runs/kinds/load.ts'
import type { PlannedJob } from '../../runs/runs/job.ts'
import type { RunHandle, Runner } from '../../runs/runs/runner.ts'
import type { UpsertStore } from './upsert-store.ts'

export interface UpsertRequest {
  flow: FlowHead
  body: UpsertBody
  asker: Asker
  fileInputs: Record<string, Record<string, unknown>>
}

export type UpsertService = ReturnType<typeof createUpsertService>

export interface UpsertDependencies {
  library: FlowLibrary
  describe: (nodeName: string) => NodeDescription | undefined
  runner: Pick<Runner, 'start' | 'enqueue'>
  store: UpsertStore
}

export function createUpsertService({ library, describe, runner, store }: UpsertDependencies) {
  const jobOf = async (
    request: UpsertRequest,
    isBackground: boolean,
  ): Promise<{ job: LoadJob; planned: PlannedJob<LoadJob> }> => {
    const { flow: head, body, asker, fileInputs } = request
    const flow = await library.prepare(head, askedVersion(head, asker))
    const { stopNodeId } = body
    const node = stopNodeId ? { nodeId: nodeNames(flow.flow, describe).idOf(stopNodeId) ?? stopNodeId } : {}
    // An invalid drawing is the answer, not a job that fails.
    const plan = await library.plan(flow, wantedOf(node)).catch((error: unknown) => {
      throw flowErrorAnswer(error, asker)
    })
    const overrides = allowedOverrides({
      flow: flow.flow,
      describe,
      settings: isInside(asker) ? undefined : head.settings.overrides,
      overrideConfig: body.overrideConfig ?? {},
    })
    const { nodes } = overrides
    for (const [nodeId, inputs] of Object.entries(fileInputs)) nodes[nodeId] = { ...nodes[nodeId], ...inputs }
    const job: LoadJob = {
      kind: 'load',
      runId: newId(),
      flowId: flow.id,
      flowName: flow.name,
      flowVersion: flow.version,
      graph: await library.keep(flow),
      session: sessionOf(flow, body, { ...asker, rights: [] }),
      overrides,
      ...node,
      isBackground,
    }
    return { job, planned: { flow, plan } }
  }

  return {
    /** Loads while somebody reads. */
    async start(request: UpsertRequest): Promise<RunHandle<LoadJob>> {
      const { job, planned } = await jobOf(request, false)
      return runner.start(job, planned)
    },

    /** Loads whoever reads; returns the job's id. */
    async enqueue(request: UpsertRequest): Promise<string> {
      const { job } = await jobOf(request, true)
      await runner.enqueue(job)
      return job.runId
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

/** The JSON answer of a load. Throws what it failed with. */
export function toUpsertAnswer(job: LoadJob, outcome: EndedOutcome, asker: Asker): UpsertAnswer {
  refuseUnfinished(outcome, asker)
  if (!outcome.loaded) throw new Error('A load ended without saying what it loaded')
  return { ...outcome.loaded, ...ignoredOverrides(job) }
}
