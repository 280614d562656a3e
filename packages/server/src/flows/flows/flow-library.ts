import { AppError } from '@chatwright/contract/errors'
import {
  RecentValues,
  givesKind,
  parseFlowData,
  forgetTypedSecrets,
  stripForSave,
  type Flow,
  type NodeDescription,
  type ValueKind,
} from '@chatwright/core'
import { compile, createPlanCache, type Catalogue, type Plan, type Wanted } from '@chatwright/engine'
import type { FlowHead, FlowHeadRow } from '../../door/http/flow-head.ts'
import type { DeployedFilter, FlowHeadStore } from './flow-head-store.ts'
import { drawingHash, graphHash } from '../../parts/graphs/graph-hash.ts'
import { createHeadCache } from './head-cache.ts'
import { readGraph } from './read-graph.ts'
import { readFlowSettings } from './flow-settings.ts'

export type { FlowHead }

/** A flow with its graph read. */
export interface PreparedFlow {
  readonly id: string
  readonly name: string
  readonly version: number
  /** The hash of its graph as it is kept. */
  readonly graph: string
  /** The hash of what it does, values that are not kept among it. */
  readonly drawing: string
  /** As it is kept, when it is no saved version but a drawing that somebody tries. */
  readonly draft?: string
  /** It runs without secret variables. */
  readonly withholdsSecrets?: true
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

/** A flow together with its plan. */
export interface PlannedFlow<Kind extends ValueKind> {
  readonly flow: PreparedFlow
  readonly plan: Plan<Kind>
}

export interface FlowLibrary {
  /** Throws when there is no such flow. */
  head(id: string): Promise<FlowHead>
  deployed(which?: DeployedFilter): Promise<FlowHead[]>
  names(): Promise<{ id: string; name: string }[]>
  /** A version of a flow: the one that answers, unless another is named. */
  prepare(head: HeadOfGraph, version?: number): Promise<PreparedFlow>
  /**
   * A flow as somebody has drawn it, and not saved. It is the saved one when it does the same. Throws when the text is no
   * flow.
   */
  draw(head: HeadOfGraph, flowData: string): Promise<PreparedFlow>
  /** Keeps the graph for a job that begins with it, and gives its hash. */
  keep(flow: PreparedFlow): Promise<string>
  /** The flow as a job began with it, however often it was saved since. */
  pinned(job: PinnedFlow): Promise<PreparedFlow>
  /** Throws a FlowError when the drawing cannot give what is wanted. */
  plan<Kind extends ValueKind>(flow: PreparedFlow, wanted: Wanted<Kind>): Promise<Plan<Kind>>
  /** The same of the flow as a job began with it. */
  planned<Kind extends ValueKind>(job: PinnedFlow, wanted: Wanted<Kind>): Promise<PlannedFlow<Kind>>
}

type HeadOfGraph = Pick<FlowHead, 'id' | 'name' | 'version' | 'live_version' | 'state'>

export interface PinnedFlow {
  flowId: string
  flowName: string
  flowVersion: number
  graph?: string
  isDraft?: boolean
  withholdsSecrets?: true
}

const KEPT_FLOWS = 200
/** Every edit that is tried makes one, and is seldom tried again. */
const KEPT_DRAFTS = 20
const KNOWN_GRAPHS = 10_000
/** How long a change of a credential or tool may go unnoticed by flows already built. */
const REVISION_MS = 1000

/** Keeps the flows in use read and compiled. */
export function createFlowLibrary({
  store,
  catalogue,
  headRevision,
  now = Date.now,
}: {
  store: FlowHeadStore
  catalogue: Catalogue
  /** Where it is known when flows changed, what was read of them is good until then. */
  headRevision?: (() => number) | undefined
  now?: () => number
}): FlowLibrary {
  /** With the state its flow had: what comes from a file may have a version that was here. */
  const prepared = new RecentValues<{ flow: PreparedFlow; state?: string | undefined }>(KEPT_FLOWS)
  /** Graphs known to be kept. */
  const keptGraphs = new RecentValues<true>(KNOWN_GRAPHS)
  const heads = createHeadCache<FlowHead>(headRevision)
  const plans = createPlanCache({ limit: KEPT_FLOWS })
  /** Apart, so that trying pushes out nothing that others use. */
  const draftPlans = createPlanCache({ limit: KEPT_DRAFTS })
  let revision = ''
  let checkedAt = -Infinity

  const toHead = (row: FlowHeadRow): FlowHead => ({
    ...row,
    settings: readFlowSettings(row.api_config, row.chatbot_config),
  })

  const forgetOutdatedPlans = async (): Promise<void> => {
    // Not by the clock on the wall: set back, it would be waited for.
    checkedAt = performance.now()
    const current = await store.partsRevision()
    if (current !== revision) for (const cache of [plans, draftPlans]) cache.forget()
    revision = current
  }

  const remember = (
    key: string,
    head: Pick<FlowHead, 'id' | 'name' | 'version'>,
    { text, draft, state }: { text: string; draft?: string; state?: string },
  ): PreparedFlow => {
    const { id, name, version } = head
    const flow = parseFlowData(text)
    const hashes = { graph: graphHash(text), drawing: drawingHash(flow) }
    const memory = findMemory(flow, catalogue)
    const entry = { id, name, version, ...hashes, ...(draft !== undefined && { draft }), flow, memory }
    prepared.set(key, { flow: entry, state })
    return entry
  }

  const library: FlowLibrary = {
    async head(id) {
      return heads.get(id, async () => {
        const row = await store.head(id)
        if (!row) throw new AppError('chatflow-not-found', { id })
        return toHead(row)
      })
    },

    deployed: async (which) => (await store.deployed(which)).map(toHead),

    names: () => store.names(),

    async prepare({ id, name, version: newest, live_version: live, state }, version = live ?? newest) {
      const known = prepared.get(versionKey(id, version))
      if (known?.state === state) return known.flow
      if (version !== newest) {
        const text = await store.pinnedGraph({ id, version })
        if (text === undefined) throw new AppError('version-not-found', { id, version })
        return remember(versionKey(id, version), { id, name, version }, { text, state })
      }
      const row = await store.graph(id)
      if (!row) throw new AppError('chatflow-not-found', { id })
      // It may have been saved since the head was read: then the newer one is meant.
      const saved = { text: row.flow_data, state: row.state }
      return remember(versionKey(id, row.version), { id, name, version: row.version }, saved)
    },

    async draw(head, flowData) {
      const saved = await library.prepare(head, head.version)
      const describe = (name: string) => catalogue.describe(name)
      const flow = forgetTypedSecrets(readGraph(flowData, describe).flow, describe)
      const drawing = drawingHash(flow)
      if (drawing === saved.drawing) return saved
      const draft = JSON.stringify(stripForSave(flow, describe))
      const { id, name, version } = saved
      return { id, name, version, graph: graphHash(draft), drawing, draft, flow, memory: findMemory(flow, catalogue) }
    },

    async keep({ id, version, graph: hash, draft }) {
      // One of a draft is wanted as of now, however often it was: nothing else points at it.
      if (draft === undefined && keptGraphs.get(hash)) return hash
      await store.keepGraph({ hash, ...(draft === undefined ? { id, version } : { text: draft }), at: new Date(now()) })
      keptGraphs.set(hash, true)
      return hash
    },

    async pinned({ withholdsSecrets, ...job }) {
      if (withholdsSecrets) return withholding(await library.pinned(job))
      const { flowId: id, flowName: name, flowVersion: version, graph: hash, isDraft } = job
      const saved = prepared.get(versionKey(id, version))?.flow
      const known =
        saved && (hash === undefined || saved.graph === hash) ? saved : prepared.get(graphKey(id, hash))?.flow
      if (known) return known
      const text = await store.pinnedGraph({ id, version, hash })
      if (text !== undefined) {
        // Under its graph: a draft is no version.
        const key = graphKey(id, graphHash(text))
        return remember(key, { id, name, version }, { text, ...(isDraft && { draft: text }) })
      }
      // A job of the first release says only which version it began with, and that is no longer kept.
      if (hash === undefined) return library.prepare(await library.head(id))
      throw new AppError('version-not-found', { id, version })
    },

    async plan({ id: flowId, drawing, draft, flow }, wanted) {
      if (performance.now() - checkedAt >= REVISION_MS) await forgetOutdatedPlans()
      const cache = draft === undefined ? plans : draftPlans
      return cache.get({ flowId, drawing, ...wanted }, (cells) => compile(flow, catalogue, { ...wanted, cells }))
    },

    async planned(job, wanted) {
      const flow = await library.pinned(job)
      return { flow, plan: await library.plan(flow, wanted) }
    },
  }
  return library
}

/** The same without secret variables: under a name of its own, as what was built with them knows them. */
export function withholding(flow: PreparedFlow): PreparedFlow {
  const known = withheld.get(flow)
  if (known) return known
  const without = { ...flow, drawing: `${flow.drawing} without secrets`, withholdsSecrets: true as const }
  withheld.set(flow, without)
  return without
}

const withheld = new WeakMap<PreparedFlow, PreparedFlow>()

function versionKey(id: string, version: number): string {
  return `${id}@${version}`
}

function graphKey(id: string, hash = ''): string {
  return `${id}#${hash}`
}

/** The node that keeps the conversation, when there is one. */
export function findMemory(
  flow: Flow,
  catalogue: { describe(name: string): NodeDescription | undefined },
): FlowMemory | undefined {
  for (const { id, data } of flow.nodes) {
    if (!givesKind(catalogue.describe(data.name) ?? { baseClasses: data.baseClasses }, 'memory')) continue
    const typed = data.inputs['sessionId']
    return { nodeId: id, label: data.label, sessionId: typeof typed === 'string' && typed !== '' ? typed : undefined }
  }
  return undefined
}
