import {
  AppError,
  importedLists,
  type BroughtFlow,
  type ExportFile,
  type ForExisting,
  type ImportReport,
} from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import { writeSound, type Row } from '../database/backup-file.ts'
import type { FlowIntake, StoredFlow } from '../../flows/chatflows/stored-flow.ts'
import { flowType } from '../../flows/flows/flow-type.ts'
import { bringStore, type BroughtStoreRows } from './bring-stores.ts'
import { reportNodes, type Known } from './flow-report.ts'
import type { Here, ImportStore } from './import-store.ts'
import { placeRows, splitPlaced, type Placed } from './place-rows.ts'
import { renameIds, type NewIds } from './rename-ids.ts'
import { speechNotes } from './speech-notes.ts'
import { readFeedbackRows, readFlowRows, readMessageRows, readToolRows, readVariableRows } from './read-export.ts'
import type { ReadRow } from './read-export.ts'
import { readStoreRows } from './read-stores.ts'

export type ImportService = ReturnType<typeof createImportService>

export interface ImportOptions {
  existing: ForExisting
  /** Report what would happen, and keep nothing. */
  isTrial: boolean
}

export function createImportService({
  store,
  intake,
  now = () => new Date(),
}: {
  store: ImportStore
  intake: FlowIntake
  now?: () => Date
}) {
  return {
    async import(file: ExportFile, { existing, isTrial }: ImportOptions): Promise<ImportReport> {
      const at = now().toISOString()
      const here = await store.here()
      const tools = placeRows(readToolRows(file, at), { existing, here: ({ id }) => idIn(here.tools, id) })
      const variables = placeRows(readVariableRows(file, at), {
        existing,
        here: ({ row }) => here.variables.get(String(row['name'])),
        noCopy: 'A variable with this name already exists, and names are unique.',
      })
      const flows = placeRows(readFlowRows(file, at), { existing, here: ({ id }) => idIn(here.flows, id) })
      const stores = placeRows(readStoreRows(file, at), { existing, here: ({ id }) => idIn(here.stores, id) })
      const newIds = newIdsOf([...tools, ...flows, ...stores])
      const known: Known = {
        index: intake.index,
        credentials: here.credentials,
        tools: withPlaced(here.tools, tools),
        flows: withPlaced(here.flows, flows),
        stores: withPlaced(here.stores, stores),
        hasFile: (id) => intake.hasFile(id),
      }
      const read = isTrial ? intake.tryOut : intake.store
      const brought: { report: BroughtFlow; placed: Placed }[] = []
      // One after the other: their files need not lie in memory together.
      for (const placed of flows) brought.push(await bringFlow(placed, { read, known, here, newIds }))
      const around = {
        ...known,
        sourceIds: here.sources,
        takenSourceIds: new Set<string>(),
        files: isTrial ? undefined : intake.files,
        at,
      }
      const broughtStores: BroughtStoreRows[] = []
      for (const placed of stores) broughtStores.push(await bringStore(placed, around))
      const messages = await bringTalk('chat_message', readMessageRows(file, at), { flows, store })
      const feedback = await bringTalk('feedback', readFeedbackRows(file, at), { flows, store, parents: messages })
      if (!isTrial) {
        const rows = {
          flows: splitPlaced(brought.map(({ placed }) => placed)),
          tools: splitPlaced(tools),
          variables: splitPlaced(variables),
          stores: splitPlaced(broughtStores.map(({ placed }) => placed)),
          sources: broughtStores.flatMap(({ sources }) => sources),
          messages: messages.rows,
          feedback: feedback.rows,
        }
        await writeSound(() => store.write(rows, at))
      }
      return {
        flows: brought.map(({ report }) => report),
        stores: broughtStores.map(({ report }) => report),
        tools: tools.map((placed) => placed.brought),
        variables: variables.map((placed) => placed.brought),
        messages: { brought: messages.rows.length, left: messages.left },
        feedback: { brought: feedback.rows.length, left: feedback.left },
        leftBehind: leftBehind(file),
      }
    },

    /** Messages and ratings of flows that are here under their own ids, a batch at a time. */
    async addTalk({ messages: said, feedback: rated }: Talks): Promise<Pick<ImportReport, 'messages' | 'feedback'>> {
      const at = now().toISOString()
      const flows = [...(await store.here()).flows].map((id): Placed => ({
        brought: { id, name: '', outcome: 'skip' },
        row: undefined,
        formerId: id,
      }))
      const messages = await bringTalk('chat_message', readMessageRows({ ChatMessage: said }, at), { flows, store })
      const ratings = readFeedbackRows({ ChatMessageFeedback: rated }, at)
      const parents = await store.known(
        'chat_message',
        ratings.flatMap((rating) => ('row' in rating ? String(rating.row['message_id']) : [])),
      )
      const talk: Talk = { rows: [], left: 0, newIds: messages.newIds, known: parents }
      const feedback = await bringTalk('feedback', ratings, { flows, store, parents: talk })
      await writeSound(() => store.write({ ...NOTHING, messages: messages.rows, feedback: feedback.rows }, at))
      return {
        messages: { brought: messages.rows.length, left: messages.left },
        feedback: { brought: feedback.rows.length, left: feedback.left },
      }
    },
  }
}

interface Talks {
  messages: Record<string, unknown>[]
  feedback: Record<string, unknown>[]
}

const NOTHING = {
  flows: { added: [], replaced: [] },
  tools: { added: [], replaced: [] },
  variables: { added: [], replaced: [] },
  stores: { added: [], replaced: [] },
  sources: [],
}

interface FlowOptions {
  read: (flowData: string) => Promise<StoredFlow>
  known: Known
  here: Here
  newIds: NewIds
}

/** Reads the graph of a flow and says what becomes of each of its nodes. */
async function bringFlow(placed: Placed, { read, known, here, newIds }: FlowOptions) {
  const { brought, row } = placed
  const given = String(row?.['type'] ?? 'CHATFLOW')
  if (!row) return { placed, report: { ...brought, type: given, nodes: [], notes: [] } }
  try {
    const stored = withNewIds(await read(String(row['flow_data'])), newIds)
    const type = flowType(stored.flow, given)
    const noted = stored.changes.filter(({ kind }) => noteworthy.has(kind)).map(({ message }) => message)
    const report: BroughtFlow = {
      ...brought,
      type,
      nodes: await reportNodes(stored.flow, stored.changes, known),
      notes: [...noted, ...(lacksKey(row, here) ? [KEY_MISSING] : []), ...speechNotes(row, here.credentials)],
    }
    const graph = { type, flow_data: stored.text, node_names: JSON.stringify(stored.nodeNames) }
    return { placed: { ...placed, row: { ...row, ...graph } }, report }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'flow-data-invalid') throw error
    const report: BroughtFlow = {
      ...brought,
      outcome: 'refused',
      reason: error.message,
      type: given,
      nodes: [],
      notes: [],
    }
    return { placed: { ...placed, brought: report, row: undefined }, report }
  }
}

const noteworthy: ReadonlySet<string> = new Set(['removed-edge', 'kept-agentflow', 'kept-file', 'dropped-value'])

const KEY_MISSING =
  'It requires an API key that is missing here. Until you choose a key in its settings, only you can use it.'

function lacksKey({ api_key_id: id }: Row, { apiKeys }: Here): boolean {
  return typeof id === 'string' && !apiKeys.has(id)
}

/** Tools, flows and stores that got new ids are called by them in the flows that came along. */
function withNewIds(stored: StoredFlow, newIds: NewIds): StoredFlow {
  if (newIds.size === 0) return stored
  const flow = renameIds(stored.flow, newIds)
  return { ...stored, flow, text: JSON.stringify(flow) }
}

interface Talk {
  rows: Row[]
  left: number
  newIds: ReadonlyMap<string, string>
  known: ReadonlySet<string>
}

/** Messages and feedback come along with the flows they belong to; those that are here stay as they are. */
async function bringTalk(
  table: 'chat_message' | 'feedback',
  read: readonly ReadRow[],
  { flows, store, parents }: { flows: readonly Placed[]; store: ImportStore; parents?: Talk },
): Promise<Talk> {
  const homes = new Map(flows.flatMap(({ brought, formerId }) => (formerId ? [[formerId, brought] as const] : [])))
  const candidates = read.flatMap((item) => {
    const home = 'row' in item ? homes.get(String(item.row['chatflow_id'])) : undefined
    return 'row' in item && home && home.outcome !== 'refused' ? [{ ...item, home }] : []
  })
  const known = await store.known(
    table,
    candidates.flatMap(({ id }) => id ?? []),
  )
  const newIds = new Map<string, string>()
  const rows = candidates.flatMap(({ id, row, home }): Row[] => {
    if (id !== undefined && known.has(id) && home.outcome !== 'copy') return []
    const newId = id === undefined || home.outcome === 'copy' ? randomUUID() : id
    if (id !== undefined) newIds.set(id, newId)
    const moved: Row = { ...row, id: newId, chatflow_id: home.id }
    if (!parents) return [moved]
    const message = String(row['message_id'])
    const parent = parents.newIds.get(message) ?? (parents.known.has(message) ? message : undefined)
    return parent === undefined ? [] : [{ ...moved, message_id: parent }]
  })
  return { rows, left: read.length - rows.length, newIds, known }
}

function idIn(ids: ReadonlySet<string>, id: string | undefined): string | undefined {
  return id !== undefined && ids.has(id) ? id : undefined
}

function newIdsOf(placed: readonly Placed[]): Map<string, string> {
  const moved = placed.filter(({ brought, formerId, row }) => row && formerId !== undefined && formerId !== brought.id)
  return new Map(moved.map(({ brought, formerId = '' }) => [formerId, brought.id]))
}

function withPlaced(here: ReadonlySet<string>, placed: readonly Placed[]): Set<string> {
  return new Set([...here, ...placed.flatMap(({ brought, row }) => (row ? [brought.id] : []))])
}

function leftBehind(file: ExportFile): ImportReport['leftBehind'] {
  const brought: ReadonlySet<string> = new Set(importedLists)
  return Object.entries(file).flatMap(([kind, list]) =>
    Array.isArray(list) && list.length > 0 && !brought.has(kind) ? [{ kind, count: list.length }] : [],
  )
}
