import {
  AppError,
  type Chatflow,
  type ChatflowChanges,
  type ChatflowQuery,
  type ChatflowSummary,
  type ChatflowVersion,
  type NewChatflow,
  type SavedChatflow,
  type ValidationResult,
} from '@chatwright/contract'
import { parseFlowData, validateFlow, type CatalogueIndex, type Flow } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { accessColumns, accessOf } from '../flows/flow-access.ts'
import { flowType } from '../flows/flow-type.ts'
import { drawingHash } from '../../parts/graphs/graph-hash.ts'
import { liveVersionOf, publishedColumns, publishingColumns, savedColumns } from '../flows/publishing.ts'
import { aboutFlow } from './about-flow.ts'
import { createPromptLines } from './prompt-lines.ts'
import type { StoredFlow, StoreFlow } from './stored-flow.ts'
import type {
  ChatflowChange,
  ChatflowOrder,
  ChatflowRow,
  ChatflowStore,
  ChatflowSummaryRow,
  ChatflowVersionRow,
  ListedRow,
} from './chatflow-store.ts'

export type ChatflowService = ReturnType<typeof createChatflowService>

const sortColumns = {
  name: 'name',
  updatedDate: 'updated_date',
  createdDate: 'created_date',
  lastRunDate: 'last_run_date',
} as const

export function createChatflowService({
  store,
  storeFlow,
  index,
  onSaved,
  now = () => new Date(),
}: {
  store: ChatflowStore
  storeFlow: StoreFlow
  index: Pick<CatalogueIndex, 'describe'>
  /** A new version was saved. */
  onSaved: (flowId: string, version: number) => Promise<void>
  now?: () => Date
}) {
  async function require(id: string): Promise<ChatflowRow> {
    const row = await store.find(id)
    if (!row) throw new AppError('chatflow-not-found', { id })
    return row
  }

  async function change(id: string, decide: (current: ChatflowRow) => ChatflowChange): Promise<Chatflow> {
    let saved: number | undefined
    const row = await store.change(id, (current) => {
      const decided = decide(current)
      saved = decided.version?.version
      return decided
    })
    if (!row) throw new AppError('chatflow-not-found', { id })
    if (saved !== undefined) await onSaved(id, saved)
    return toChatflow(row)
  }

  const promptLines = createPromptLines(store, (name) => index.describe(name))

  const listed = (row: ChatflowSummaryRow): ChatflowSummary => {
    const summary = toSummary(row)
    const about = aboutFlow(summary.nodeNames, (name) => index.describe(name))
    return about ? { ...summary, about } : summary
  }

  const pageOf = async (rows: readonly ListedRow[]): Promise<ChatflowSummary[]> => {
    const [failed, prompts] = await Promise.all([store.failedLast(rows.map(({ id }) => id)), promptLines(rows)])
    return rows.map((row) => {
      const summary = listed(row)
      const prompt = prompts.get(row.id)
      if (summary.about && prompt !== undefined) summary.about.prompt = prompt
      return failed.has(row.id) ? { ...summary, lastRunFailed: true } : summary
    })
  }

  return {
    /** A bare array, a keyset page or a numbered page, as existing clients ask for them. */
    async list(query: ChatflowQuery) {
      const { type, search, tag, limit, cursor, page } = query
      const filter = { type, search, tag }
      const order: ChatflowOrder = {
        column: sortColumns[query.sort ?? 'updatedDate'],
        direction: query.order ?? (query.sort === 'name' ? 'asc' : 'desc'),
      }
      if (page !== undefined) {
        const [rows, total] = await Promise.all([
          store.pageByNumber(filter, order, { limit: limit ?? 12, page }),
          store.count(filter),
        ])
        return { data: await pageOf(rows), total }
      }
      if (limit === undefined) return (await store.list(filter, order)).map(listed)
      const [{ items, nextCursor }, total] = await Promise.all([
        store.page(filter, order, { limit, cursor }),
        store.count(filter),
      ])
      return { items: await pageOf(items), nextCursor, total }
    },

    async tags() {
      const counts = new Map<string, number>()
      for (const tag of await store.tags()) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return [...counts]
        .map(([tag, count]) => ({ tag, count }))
        .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
    },

    async get(id: string): Promise<Chatflow> {
      return toChatflow(await require(id))
    },

    /** Nothing for a flow that is no longer stored. */
    async graph(id: string): Promise<string | undefined> {
      return (await store.find(id))?.flow_data
    },

    async create(values: NewChatflow): Promise<SavedChatflow> {
      const at = now().toISOString()
      const flow = await storeFlow(values.flowData)
      const row: ChatflowRow = {
        id: randomUUID(),
        version: 1,
        deployed: 0,
        is_public: 0,
        is_owner_only: 0,
        api_key_id: null,
        chatbot_config: null,
        api_config: null,
        analytic: null,
        speech_to_text: null,
        text_to_speech: null,
        follow_up_prompts: null,
        category: null,
        live_version: null,
        is_published_by_hand: 0,
        gate: values.gate ?? 'off',
        created_date: at,
        updated_date: at,
        last_run_date: null,
        ...toColumns(values),
        ...(values.access && accessColumns(values.access, { api_key_id: values.apikeyid ?? null })),
        ...publishingColumns(
          { version: 1, live_version: null, is_published_by_hand: 0, gate: values.gate ?? 'off' },
          values.publish,
        ),
        name: values.name,
        type: flowType(flow.flow, values.type ?? 'CHATFLOW'),
        flow_data: flow.text,
        node_names: JSON.stringify(flow.nodeNames),
      }
      await store.insert(row, versionOf(row, flow.nodeCount, at))
      return withChanges(toChatflow(row), flow)
    },

    async update(id: string, { version, ...values }: ChatflowChanges): Promise<SavedChatflow> {
      const flow = values.flowData === undefined ? undefined : await storeFlow(values.flowData)
      const saved = await change(id, (current) => {
        if (version !== undefined && version !== current.version) {
          throw new AppError('chatflow-changed', { version: current.version })
        }
        const at = now().toISOString()
        const isTyped = flow !== undefined || values.type !== undefined
        const columns: ChatflowChange['columns'] = {
          ...toColumns(values),
          ...(values.access && accessColumns(values.access, { ...current, ...toColumns(values) })),
          ...publishingColumns({ ...current, gate: values.gate ?? current.gate }, values.publish),
          ...(isTyped && {
            type: flowType(flow?.flow ?? parseFlowData(current.flow_data), values.type ?? current.type),
          }),
          updated_date: at,
        }
        const isNewGraph = flow !== undefined && flow.text !== current.flow_data
        const isNewName = values.name !== undefined && values.name !== current.name
        if (!isNewGraph && !isNewName) return { columns }
        const next: ChatflowRow = {
          ...current,
          ...columns,
          ...savedColumns(
            { ...current, ...columns },
            { isSameGraph: !isNewGraph, isSameDrawing: () => !isNewGraph || isSameDrawing(current, flow.flow) },
          ),
          ...(flow && { flow_data: flow.text, node_names: JSON.stringify(flow.nodeNames) }),
        }
        const nodeCount = flow?.nodeCount ?? parseFlowData(current.flow_data).nodes.length
        return { columns: next, version: versionOf(next, nodeCount, at) }
      })
      return withChanges(saved, flow)
    },

    async delete(id: string): Promise<void> {
      if (!(await store.delete(id))) throw new AppError('chatflow-not-found', { id })
    },

    /** What is wrong with the flow: of its nodes one by one, and of the flow itself under its own id. */
    async validate(id: string): Promise<ValidationResult[]> {
      const { name, flow_data: data } = await require(id)
      const flow = parseFlowData(data)
      const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
      const found = new Map<string, ValidationResult>()
      for (const { nodeId, message, fix } of validateFlow(flow, index, { credentials: await store.credentialIds() })) {
        const node = nodes.get(nodeId ?? '')
        const key = node?.id ?? id
        const about = found.get(key) ?? {
          id: key,
          label: node?.data.label ?? name,
          name: node?.data.name ?? 'flow',
          issues: [],
        }
        found.set(key, { ...about, issues: [...about.issues, `${message} ${fix}`] })
      }
      return [...found.values()]
    },

    async versions(id: string): Promise<ChatflowVersion[]> {
      const row = await require(id)
      const live = liveVersionOf(row)
      return (await store.versions(id)).map((version) => toVersion(version, live))
    },

    async version(id: string, version: number): Promise<ChatflowVersion & { flowData: string }> {
      const live = liveVersionOf(await require(id))
      const row = await store.version(id, version)
      if (!row) throw new AppError('version-not-found', { id, version })
      return { ...toVersion(row, live), flowData: row.flow_data }
    },

    async restore(id: string, version: number): Promise<Chatflow> {
      const kept = await store.version(id, version)
      if (!kept) {
        await require(id)
        throw new AppError('version-not-found', { id, version })
      }
      const flow = await storeFlow(kept.flow_data)
      return change(id, (current) => {
        const at = now().toISOString()
        const next: ChatflowRow = {
          ...current,
          name: kept.name,
          type: flowType(flow.flow, current.type),
          flow_data: flow.text,
          node_names: JSON.stringify(flow.nodeNames),
          ...savedColumns(current, { isSameGraph: false, isSameDrawing: () => isSameDrawing(current, flow.flow) }),
          updated_date: at,
        }
        return { columns: next, version: versionOf(next, flow.nodeCount, at) }
      })
    },

    /** Lets a kept version answer. */
    async publish(id: string, version: number): Promise<Chatflow> {
      if (!(await store.version(id, version))) {
        await require(id)
        throw new AppError('version-not-found', { id, version })
      }
      return change(id, (current) => ({ columns: publishedColumns(current, version) }))
    },
  }
}

/** What reading the flow put right or could not keep is part of the answer: a script has no other way to learn of it. */
function withChanges(saved: Chatflow, flow: StoredFlow | undefined): SavedChatflow {
  return flow && flow.changes.length > 0 ? { ...saved, changes: flow.changes.map(({ message }) => message) } : saved
}

/** Whether it does the same, wherever its nodes stand. */
function isSameDrawing({ flow_data: text }: Pick<ChatflowRow, 'flow_data'>, flow: Flow): boolean {
  return drawingHash(parseFlowData(text)) === drawingHash(flow)
}

function toColumns(values: Omit<ChatflowChanges, 'version'>): Partial<ChatflowRow> {
  const columns: Record<string, unknown> = {
    name: values.name,
    type: values.type,
    deployed: toFlag(values.deployed),
    is_public: toFlag(values.isPublic),
    api_key_id: values.apikeyid,
    chatbot_config: values.chatbotConfig,
    api_config: values.apiConfig,
    analytic: values.analytic,
    speech_to_text: values.speechToText,
    text_to_speech: values.textToSpeech,
    follow_up_prompts: values.followUpPrompts,
    category: values.category,
    gate: values.gate,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function toFlag(value: boolean | undefined): 0 | 1 | undefined {
  return value === undefined ? undefined : value ? 1 : 0
}

function versionOf(row: ChatflowRow, nodeCount: number, at: string): ChatflowVersionRow {
  return {
    chatflow_id: row.id,
    version: row.version,
    name: row.name,
    flow_data: row.flow_data,
    node_count: nodeCount,
    created_date: at,
  }
}

function toVersion(row: Omit<ChatflowVersionRow, 'flow_data'>, live: number): ChatflowVersion {
  const { version, name, created_date: createdDate, node_count: nodeCount } = row
  return { version, name, createdDate, nodeCount, isLive: version === live }
}

export function toChatflow(row: ChatflowRow): Chatflow {
  return { ...toSummary(row), flowData: row.flow_data }
}

function toSummary(row: ChatflowSummaryRow): ChatflowSummary {
  return {
    id: row.id,
    name: row.name,
    type: row.type as ChatflowSummary['type'],
    version: row.version,
    liveVersion: liveVersionOf(row),
    publish: row.is_published_by_hand === 1 ? 'hand' : 'save',
    gate: row.gate,
    deployed: row.deployed === 1,
    isPublic: row.is_public === 1,
    access: accessOf(row),
    apikeyid: row.api_key_id,
    chatbotConfig: row.chatbot_config,
    apiConfig: row.api_config,
    analytic: row.analytic,
    speechToText: row.speech_to_text,
    textToSpeech: row.text_to_speech,
    followUpPrompts: row.follow_up_prompts,
    category: row.category,
    nodeNames: JSON.parse(row.node_names) as string[],
    createdDate: row.created_date,
    updatedDate: row.updated_date,
    lastRunDate: row.last_run_date,
  }
}
