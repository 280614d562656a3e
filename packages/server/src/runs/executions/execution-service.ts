import {
  AppError,
  type Chatflow,
  type Execution,
  type ExecutionFlow,
  type ExecutionQuery,
  type ExecutionStep,
  type ExecutionStepDetail,
  type ListedExecution,
} from '@chatwright/contract'
import { parseFlowData, stepViewsOf, type NodeDescription, type StepView } from '@chatwright/core'
import { randomBytes } from 'node:crypto'
import { sessionsCalled } from '../../flows/flow-access/session.ts'
import { usedNodes } from '../../flows/flows/used-nodes.ts'
import { readQuestion } from '../runs/kinds/index.ts'
import type { Runner } from '../runs/runner.ts'
import { stateOf, statusesOf, type ExecutionFilter, type ExecutionRow, type ExecutionStore } from './execution-store.ts'
import { itemsOf, toExecution, toStep, toStepDetail } from './execution-views.ts'
import { retryJob } from './retry.ts'
import { createShareMask } from './share-mask.ts'
import {
  FLOW_PART,
  stepPart,
  STEPS_PART,
  writeShared,
  type SharedSteps,
  type SharedSummary,
} from './shared-execution.ts'

export interface ExecutionDependencies {
  store: ExecutionStore
  /** A flow as it stands today. */
  flow(id: string): Promise<Chatflow>
  /** The text of a flow's graph as a job began with it. */
  graph(pinned: { id: string; version: number; hash: string | undefined }): Promise<string | undefined>
  describe(nodeName: string): NodeDescription | undefined
  runner: Pick<Runner, 'enqueue'>
}

export type ExecutionService = ReturnType<typeof createExecutionService>

type StepsAnswer = { execution: Omit<Execution, 'executionData'>; isKept: boolean; steps: ExecutionStep[] }

export function createExecutionService({ store, flow, graph, describe, runner }: ExecutionDependencies) {
  const require = async (id: string): Promise<ExecutionRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('execution-not-found', { id })
    return row
  }
  /** Of one that is not shared, strangers learn as much as of one that is not there; an address of before says that it ended. */
  const sharedPart = async <Part>(id: string, name: string): Promise<Part> => {
    const body = await store.sharedPart(id, name)
    if (body !== undefined) return JSON.parse(body) as Part
    if (await store.isShared(id)) throw new AppError('step-not-found', { id, path: name.replace(/^step:/, '') })
    throw (await store.wasShared(id)) ? new AppError('share-ended') : new AppError('execution-not-found', { id })
  }
  const viewsOf = async ({ execution }: ExecutionRow): Promise<readonly StepView[]> =>
    stepViewsOf(await store.events(execution))
  const summaryOf = async (row: ExecutionRow) => {
    const totals = await store.totals([row.execution])
    return toExecution(row, totals.get(row.execution))
  }
  const whole = async (row: ExecutionRow): Promise<Execution> => ({
    ...(await summaryOf(row)),
    executionData: JSON.stringify(itemsOf(row, await viewsOf(row))),
  })
  const stepsOf = async (row: ExecutionRow): Promise<StepsAnswer> => {
    const views = await viewsOf(row)
    return {
      execution: await summaryOf(row),
      // A flow begins with its Start, so one without steps has none that are kept; unless it is about to begin.
      isKept: views.length > 0 || row.status === 'queued' || row.status === 'running',
      steps: views.map((view) => toStep(row, view)),
    }
  }
  const stepOf = async (row: ExecutionRow, path: string): Promise<ExecutionStepDetail> => {
    const view = (await viewsOf(row)).find((each) => each.path === path)
    if (!view) throw new AppError('step-not-found', { id: row.execution, path })
    return toStepDetail(row, view)
  }
  const flowOf = async (row: ExecutionRow): Promise<ExecutionFlow> => {
    const { flowId: id, flowName: name, flowVersion: version, graph: hash } = readQuestion(row.request)
    const flowData = await graph({ id, version, hash })
    if (flowData === undefined) throw new AppError('version-not-found', { id, version })
    const { version: newest } = await flow(id)
    return {
      id,
      name,
      version,
      flowData,
      isCurrent: newest === version,
      nodes: usedNodes(parseFlowData(flowData), describe),
    }
  }

  /** Writes an execution down for strangers, under an address that nobody can guess. */
  const share = async (row: ExecutionRow): Promise<void> => {
    if (stateOf(row) === 'INPROGRESS') throw new AppError('execution-running', { id: row.execution })
    const id = randomBytes(24).toString('base64url')
    const [views, summary, words] = await Promise.all([viewsOf(row), summaryOf(row), store.words(row.execution)])
    // Without its graph an execution can still be read, step by step.
    const drawn = await flowOf(row).catch((error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    })
    const parts = await writeShared({ id, row, summary, views, flow: drawn, mask: createShareMask(words) })
    await store.share({ id, executionId: row.execution, at: new Date(), parts })
  }

  return {
    async list({ page = 1, limit = 12, summary, ...query }: ExecutionQuery) {
      const filter = toFilter(query)
      const [rows, total] = await Promise.all([store.page(filter, { page, limit }), store.count(filter)])
      const totals = await store.totals(rows.map(({ execution }) => execution))
      const flows = new Map<string, Promise<Chatflow>>()
      const flowFor = (id: string): Promise<Chatflow> => {
        const known = flows.get(id) ?? flow(id)
        flows.set(id, known)
        return known
      }
      const data: ListedExecution[] = []
      for (const row of rows) {
        const listed = toExecution(row, totals.get(row.execution))
        if (summary === 'true') data.push({ ...listed, agentflow: { id: row.chatflow_id, name: row.flow_name } })
        else {
          const executionData = JSON.stringify(itemsOf(row, await viewsOf(row)))
          data.push({ ...listed, executionData, agentflow: await flowFor(row.chatflow_id) })
        }
      }
      return { data, total }
    },

    get: async (id: string): Promise<Execution> => whole(await require(id)),

    async update(id: string, { isPublic }: { isPublic?: boolean | undefined }): Promise<Execution> {
      const row = await require(id)
      if (isPublic === true && row.share_id === null) await share(row)
      if (isPublic === false) await store.unshare(id)
      return whole(await require(id))
    },

    async delete(ids: readonly string[]): Promise<number> {
      return (await store.delete(ids)).length
    },

    /** The same of one, which says why it is left. */
    async deleteOne(id: string): Promise<number> {
      const deleted = (await store.delete([id])).length
      if (deleted === 0 && (await store.find(id))) throw new AppError('execution-running', { id })
      return deleted
    },

    async steps(id: string): Promise<StepsAnswer & { runId: string }> {
      const row = await require(id)
      return { ...(await stepsOf(row)), runId: row.id }
    },

    step: async (id: string, path: string): Promise<ExecutionStepDetail> => stepOf(await require(id), path),

    flow: async (id: string): Promise<ExecutionFlow> => flowOf(await require(id)),

    /** Does a step and what followed from it again, and returns at once. */
    async retry(id: string, { path, isSure = false }: { path: string; isSure?: boolean | undefined }) {
      const row = await require(id)
      const [views, waits] = await Promise.all([viewsOf(row), store.waits(id)])
      await runner.enqueue(retryJob(row, views, { path, isSure, waits }))
      return summaryOf(await require(id))
    },

    /** As strangers with its address read it. */
    shared: {
      async get(id: string): Promise<SharedSummary & { executionData: string }> {
        const { execution, items } = await sharedPart<SharedSteps>(id, STEPS_PART)
        return { ...execution, executionData: JSON.stringify(items) }
      },
      async steps(id: string): Promise<Omit<SharedSteps, 'items'>> {
        const { items: _, ...steps } = await sharedPart<SharedSteps>(id, STEPS_PART)
        return steps
      },
      async step(id: string, path: string): Promise<ExecutionStepDetail> {
        const { input, output, item, ...step } = await sharedPart<ExecutionStepDetail>(id, stepPart(path))
        return { ...step, input, output, item }
      },
      flow: (id: string) => sharedPart<ExecutionFlow>(id, FLOW_PART),
    },
  }
}

function toFilter(query: Omit<ExecutionQuery, 'page' | 'limit' | 'summary'>): ExecutionFilter {
  return {
    id: query.id,
    flowId: query.agentflowId,
    flowName: query.agentflowName,
    sessionIds: query.sessionId === undefined ? undefined : sessionsCalled(query.sessionId),
    statuses: query.state && statusesOf(query.state),
    from: query.startDate,
    to: query.endDate,
  }
}
