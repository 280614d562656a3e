import { AppError } from '@chatwright/contract'
import { givesKind, parseFlowData, type Flow, type NodeDescription, type ValueKind } from '@chatwright/core'
import { compile, createPlanCache, type Catalogue, type Plan, type Wanted } from '@chatwright/engine'
import type { FlowHeadRow, FlowHeadStore } from './flow-head-store.ts'
import { createHeadCache } from './head-cache.ts'
import { readFlowSettings, type FlowSettings } from './flow-settings.ts'

/** A flow as every request needs it first: who may use it and how, without the graph. */
export interface FlowHead extends FlowHeadRow {
  settings: FlowSettings
}

/** A flow with its graph read. */
export interface PreparedFlow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly flow: Flow
  /** The node that keeps the conversation, when there is one. */
  readonly memory: FlowMemory | undefined
}

export interface FlowMemory {
  nodeId: string
  /** What messages are stored under as their memory type. */
  label: string
  /** A session name typed into the node. */
  sessionId: string | undefined
}

export interface FlowLibrary {
  /** Throws when there is no such flow. */
  head(id: string): Promise<FlowHead>
  deployed(): Promise<FlowHead[]>
  names(): Promise<{ id: string; name: string }[]>
  prepare(head: Pick<FlowHead, 'id' | 'name' | 'version'>): Promise<PreparedFlow>
  /** The flow as a job began with it. */
  pinned(job: { flowId: string; flowName: string; flowVersion: number }): Promise<PreparedFlow>
  /** Throws a FlowError when the drawing cannot give what is wanted. */
  plan<Kind extends ValueKind>(flow: PreparedFlow, wanted: Wanted<Kind>): Promise<Plan<Kind>>
}

const KEPT_FLOWS = 200
/** How long a change of a credential or tool may go unnoticed by flows already built. */
const REVISION_MS = 1000

/** Keeps the flows in use read and compiled. */
export function createFlowLibrary({
  store,
  catalogue,
  databaseRevision,
  now = Date.now,
}: {
  store: FlowHeadStore
  catalogue: Catalogue
  /** Where it is known when the database changed, what was read is good until then. */
  databaseRevision?: (() => number) | undefined
  now?: () => number
}): FlowLibrary {
  const prepared = new Map<string, PreparedFlow>()
  const heads = createHeadCache<FlowHead>(databaseRevision)
  const plans = createPlanCache({ limit: KEPT_FLOWS })
  let revision = ''
  let checkedAt = -Infinity

  const toHead = (row: FlowHeadRow): FlowHead => ({
    ...row,
    settings: readFlowSettings(row.api_config, row.chatbot_config),
  })

  const forgetOutdatedPlans = async (): Promise<void> => {
    if (now() - checkedAt < REVISION_MS) return
    checkedAt = now()
    const current = await store.partsRevision()
    if (current !== revision) plans.forget()
    revision = current
  }

  const library: FlowLibrary = {
    async head(id) {
      return heads.get(id, async () => {
        const row = await store.head(id)
        if (!row) throw new AppError('chatflow-not-found', { id })
        return toHead(row)
      })
    },

    deployed: async () => (await store.deployed()).map(toHead),

    names: () => store.names(),

    async prepare({ id, name, version }) {
      const known = prepared.get(`${id}@${version}`)
      if (known) return known
      const row = await store.graph(id)
      if (!row) throw new AppError('chatflow-not-found', { id })
      // It may have been saved since the head was read: then the newer one is meant.
      const flow = parseFlowData(row.flow_data)
      const entry = { id, name, version: row.version, flow, memory: findMemory(flow, catalogue) }
      if (prepared.size >= KEPT_FLOWS) {
        const [oldest] = prepared.keys()
        if (oldest !== undefined) prepared.delete(oldest)
      }
      prepared.set(`${id}@${row.version}`, entry)
      return entry
    },

    pinned: ({ flowId: id, flowName: name, flowVersion: version }) => library.prepare({ id, name, version }),

    async plan({ id, version, flow }, wanted) {
      await forgetOutdatedPlans()
      return plans.get({ flowId: id, version, ...wanted }, (cells) => compile(flow, catalogue, { ...wanted, cells }))
    },
  }
  return library
}

function findMemory(flow: Flow, catalogue: { describe(name: string): NodeDescription | undefined }) {
  for (const { id, data } of flow.nodes) {
    if (!givesKind(catalogue.describe(data.name) ?? { baseClasses: data.baseClasses }, 'memory')) continue
    const typed = data.inputs['sessionId']
    return { nodeId: id, label: data.label, sessionId: typeof typed === 'string' && typed !== '' ? typed : undefined }
  }
  return undefined
}
