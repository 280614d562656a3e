import { Id, type Brought, type CredentialFields, type ForExisting, type ImportReport } from '@chatwright/contract'
import { lists, readList, writeSound, type Row } from '../database/backup-file.ts'
import type { BroughtKey } from '../database/brought-keys.ts'
import type { CredentialVault } from '../../parts/credentials/credential-vault.ts'
import type { ImportService } from '../export-import/import-service.ts'
import { placeRows } from '../export-import/place-rows.ts'
import type { ReadRow } from '../export-import/read-export.ts'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import type { BroughtStore } from './brought-store.ts'
import type { FlowiseDatabase, FlowiseRow } from './flowise-database.ts'
import { keepDocumentStores, type KeptStore } from './document-stores.ts'
import { filesOfMessage, storeWithFilesInside, withFilesInside, type FlowiseFiles } from './flowise-files.ts'
import { openFlowiseSecret } from './flowise-secrets.ts'

export interface FlowiseSource {
  database: FlowiseDatabase
  files: FlowiseFiles
  /** The keys of `api.json`, where that version keeps them in a file. */
  keyFile: FlowiseRow[]
  /** What its credentials are sealed with. */
  passphrase: string | undefined
}

export interface FlowiseReport {
  data: ImportReport
  credentials: Brought[]
  /** Keys that wait to be let in. */
  closedKeys: BroughtKey[]
  keys: Brought[]
  leads: number
  /** Files of conversations that came along, and those that could not be found. */
  files: { brought: number; missing: number }
  documentStores: KeptStore[]
  left: { kind: string; names: string[] }[]
}

/** A file that a message shows. */
export interface ShownFile {
  flowId: string
  chatId: string
  name: string
}

interface Dependencies {
  importer: ImportService
  store: BroughtStore
  vault: CredentialVault
  isKind(credentialName: string): boolean
  now?: () => Date
}

export interface FlowiseOptions {
  existing: Exclude<ForExisting, 'copy'>
  isTrial: boolean
}

/** Every row of a Flowise that has a place here, under its own id, so that it can be done again. */
export async function bringFlowise(
  source: FlowiseSource,
  { importer, store, vault, isKind, now = () => new Date() }: Dependencies,
  { existing, isTrial }: FlowiseOptions,
): Promise<Omit<FlowiseReport, 'files' | 'documentStores'> & { shown: ShownFile[] }> {
  const at = now().toISOString()
  const { database, files } = source
  const here = await store.here()

  const credentials = placeRows(
    (await all(database, 'credential')).map((row) => readCredential(row, { source, vault, isKind, at })),
    { existing, here: ({ id }) => (id !== undefined && here.credentials.has(id) ? id : undefined) },
  )
  const keys = placeRows(
    [...source.keyFile, ...(await all(database, 'apikey'))].map((row) => readKey(row, at)),
    // Whoever holds a key that is here goes on with it as it is here.
    { existing: 'skip', here: ({ id, row }) => here.keyWith({ id, digest: String(row['digest']) }) },
  )
  const closedKeys = isTrial
    ? []
    : await writeSound(() =>
        store.write({ credentials: rowsOf(credentials), keys: rowsOf(keys).map(({ row }) => row) }),
      )

  const flows: FlowiseRow[] = []
  for (const row of await all(database, 'chat_flow')) flows.push(await withFilesInside(row, files))
  const stores: FlowiseRow[] = []
  for (const row of await all(database, 'document_store')) stores.push(await storeWithFilesInside(row, files))
  const data = await importer.import(
    {
      ChatFlow: flows,
      Tool: await all(database, 'tool'),
      Variable: await all(database, 'variable'),
      DocumentStore: stores,
    },
    { existing, isTrial },
  )

  let leads = 0
  const shown: ShownFile[] = []
  if (!isTrial) {
    for await (const page of pages(database, 'chat_message')) {
      const added = await importer.addTalk({ messages: page, feedback: [] })
      add(data.messages, added.messages)
      for (const row of page) for (const file of filesShownIn(row)) shown.push(file)
    }
    for await (const page of pages(database, 'chat_message_feedback')) {
      add(data.feedback, (await importer.addTalk({ messages: [], feedback: page })).feedback)
    }
    for await (const page of pages(database, 'lead'))
      leads += await writeSound(() => store.addLeads(page.flatMap((row) => readLead(row, at))))
  }
  return {
    data,
    credentials: credentials.map((placed) => placed.brought),
    keys: keys.map((placed) => placed.brought),
    closedKeys,
    leads,
    shown,
    left: await leftBehind(database),
  }
}

/** What lies in files, once the rows that name it are kept. */
export async function bringFlowiseFiles(
  { database, files }: FlowiseSource,
  { shown, uploads, home }: { shown: readonly ShownFile[]; uploads: Pick<UploadStore, 'save' | 'find'>; home: string },
  { existing, isTrial }: FlowiseOptions,
): Promise<Pick<FlowiseReport, 'files' | 'documentStores'>> {
  const counted = { brought: 0, missing: 0 }
  for (const { name, ...place } of shown) {
    if (await uploads.find(place, name)) continue
    const bytes = await files.read({ ...place, name })
    if (bytes) await uploads.save(place, { name, mimeType: 'application/octet-stream', bytes })
    counted[bytes ? 'brought' : 'missing'] += 1
  }
  const sources = {
    stores: await all(database, 'document_store'),
    passages: () => pages(database, 'document_store_file_chunk'),
    files,
  }
  return { files: counted, documentStores: await keepDocumentStores(sources, { home, existing, isTrial }) }
}

/** What has no place here: said by name, so that nobody looks for it. */
const withoutPlace = [
  ['assistant', 'assistant'],
  ['custom_template', 'template'],
  ['execution', 'execution'],
  ['schedule_record', 'schedule'],
] as const

async function leftBehind(database: FlowiseDatabase): Promise<FlowiseReport['left']> {
  const left: FlowiseReport['left'] = []
  for (const [table, kind] of withoutPlace) {
    const names = (await all(database, table)).map((row) => nameOf(row))
    if (names.length > 0) left.push({ kind, names })
  }
  return left
}

function readCredential(
  row: FlowiseRow,
  {
    source,
    vault,
    isKind,
    at,
  }: { source: FlowiseSource; vault: CredentialVault; isKind: (name: string) => boolean; at: string },
): ReadRow {
  const name = nameOf(row)
  const id = Id.safeParse(row['id']).data
  const kind = String(row['credentialName'])
  if (id === undefined) return { name, id, reason: "Its ID can't be used here." }
  if (!isKind(kind)) return { name, id, reason: `Credentials of the type ${kind} aren't available here.` }
  if (source.passphrase === undefined) {
    return { name, id, reason: "It is encrypted, and encryption.key wasn't found. Enter its path with --flowise-key." }
  }
  const values = openFlowiseSecret(String(row['encryptedData']), source.passphrase)
  if (!values) return { name, id, reason: "This key can't decrypt it. Enter the right one with --flowise-key." }
  const dates = { created_date: dateOf(row['createdDate'], at), updated_date: dateOf(row['updatedDate'], at) }
  const encrypted = vault.seal(id, asTexts(values))
  return { name, id, row: { id, name, credential_name: kind, encrypted_data: encrypted, ...dates } }
}

function asTexts(values: Record<string, unknown>): CredentialFields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
}

const keyList = lists.find(({ key }) => key === 'apikeys')
const leadList = lists.find(({ key }) => key === 'leads')

/** What a key may do here is said here: there, it could do anything a script might ask. */
function readKey({ id, keyName, apiKey }: FlowiseRow, at: string): ReadRow {
  const name = typeof keyName === 'string' && keyName !== '' ? keyName : 'Key'
  try {
    const [row] = keyList ? readList(keyList, [{ id, keyName: name, apiKey }], at) : []
    return row ? { name, id: String(row['id']), row } : { name, id: undefined, reason: 'It cannot be read.' }
  } catch (error) {
    return { name, id: undefined, reason: (error as Error).message }
  }
}

function readLead(row: FlowiseRow, at: string): Row[] {
  try {
    return leadList ? readList(leadList, [{ ...row, createdDate: dateOf(row['createdDate'], at) }], at) : []
  } catch {
    return []
  }
}

function filesShownIn(row: FlowiseRow): ShownFile[] {
  const place = { flowId: String(row['chatflowid']), chatId: String(row['chatId'] ?? row['chatflowid']) }
  return filesOfMessage(row).map((name) => ({ ...place, name }))
}

function rowsOf(placed: ReturnType<typeof placeRows>): { row: Row; isReplacing: boolean }[] {
  return placed.flatMap(({ row, brought }) => (row ? [{ row, isReplacing: brought.outcome === 'replace' }] : []))
}

async function all(database: FlowiseDatabase, table: string): Promise<FlowiseRow[]> {
  const rows: FlowiseRow[] = []
  for await (const page of pages(database, table)) for (const row of page) rows.push(row)
  return rows
}

/** Nothing where that version has no such table. Its dates name no zone and mean UTC. */
async function* pages(database: FlowiseDatabase, table: string): AsyncGenerator<FlowiseRow[]> {
  if (!database.has(table)) return
  for await (const page of database.pages(table)) {
    yield page.map((row) => ({ ...row, ...withZone(row, 'createdDate'), ...withZone(row, 'updatedDate') }))
  }
}

function withZone(row: FlowiseRow, column: string): FlowiseRow {
  const date = row[column]
  const isBare = typeof date === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(date)
  return isBare ? { [column]: `${date.replace(' ', 'T')}Z` } : {}
}

function dateOf(value: unknown, fallback: string): string {
  const date = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : fallback
}

function nameOf({ name, id }: FlowiseRow): string {
  return typeof name === 'string' && name !== '' ? name : String(id)
}

function add(sum: { brought: number; left: number }, more: { brought: number; left: number }): void {
  sum.brought += more.brought
  sum.left += more.left
}
