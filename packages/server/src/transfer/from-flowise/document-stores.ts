import { parseJson } from '@chatwright/core'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FlowiseRow } from './flowise-database.ts'
import { isPlainName, type FlowiseFiles } from './flowise-files.ts'

/** A document store of a Flowise, kept as files: what it was made of, the passages it held, the documents they came from. */
export interface KeptStore {
  name: string
  outcome: 'new' | 'skip' | 'replace' | 'refused'
  /** Why it could not be kept. */
  reason?: string
  folder: string
  passages: number
  files: { brought: number; missing: number }
}

interface Sources {
  stores: readonly FlowiseRow[]
  /** All passages of all stores, some at a time. */
  passages: () => AsyncIterable<FlowiseRow[]>
  files: FlowiseFiles
}

/**
 * Keeps document stores where they can be read, by people and by the loader of JSON lines. Each gets its place when it is whole.
 *
 * @param home the folder below which each store gets one of its own
 */
export async function keepDocumentStores(
  { stores, passages, files }: Sources,
  { home, existing, isTrial }: { home: string; existing: 'skip' | 'replace'; isTrial: boolean },
): Promise<KeptStore[]> {
  const kept = stores.map((row) => place(row, { home, existing }))
  if (isTrial) return kept
  const wanted = new Map<string, { row: FlowiseRow; store: KeptStore }>()
  for (const [index, store] of kept.entries()) {
    const row = stores[index]
    if (!row || store.outcome === 'skip' || store.outcome === 'refused') continue
    if (await attempt(store, () => begin(row, { store, files }))) wanted.set(String(row['id']), { row, store })
  }
  if (wanted.size === 0) return kept
  for await (const page of passages()) {
    for (const [id, rows] of byStore(page)) {
      const store = wanted.get(id)?.store
      if (!store || store.outcome === 'refused') continue
      const lines = rows.map((row) => `${JSON.stringify(passageOf(row))}\n`)
      await attempt(store, () => appendFile(join(partial(store), 'passages.jsonl'), lines.join('')))
      store.passages += rows.length
    }
  }
  for (const { store } of wanted.values()) {
    if (store.outcome === 'refused') continue
    await attempt(store, async () => {
      await rm(store.folder, { recursive: true, force: true })
      await rename(partial(store), store.folder)
    })
  }
  return kept
}

function place(row: FlowiseRow, { home, existing }: { home: string; existing: 'skip' | 'replace' }): KeptStore {
  const id = String(row['id'])
  const named = typeof row['name'] === 'string' && row['name'] !== '' ? row['name'] : id
  const store: KeptStore = {
    name: named,
    outcome: 'new',
    folder: join(home, id),
    passages: 0,
    files: { brought: 0, missing: 0 },
  }
  if (!isPlainName(id)) return { ...store, folder: home, outcome: 'refused', reason: "Its ID can't be used here." }
  return existsSync(store.folder) ? { ...store, outcome: existing } : store
}

/** What it was made of, and the documents that were put into it. */
async function begin(row: FlowiseRow, { store, files }: { store: KeptStore; files: FlowiseFiles }): Promise<void> {
  const folder = partial(store)
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  const readable = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, opened(value)]))
  await writeFile(join(folder, 'store.json'), `${JSON.stringify(readable, null, 2)}\n`, { mode: 0o600 })
  await writeFile(join(folder, 'passages.jsonl'), '', { mode: 0o600 })
  for (const name of filesOf(readable['loaders'])) {
    const bytes = await files.read({ flowId: 'docustore', chatId: String(row['id']), name })
    if (bytes) await writeFile(join(folder, 'files', name), bytes, { mode: 0o600 })
    store.files[bytes ? 'brought' : 'missing'] += 1
  }
}

/** Where a store that cannot be kept says so, and the others go on. */
async function attempt(store: KeptStore, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    store.outcome = 'refused'
    store.reason = (error as Error).message
    await rm(partial(store), { recursive: true, force: true })
    return false
  }
}

const partial = ({ folder }: KeptStore) => `${folder}.partial`

function byStore(rows: readonly FlowiseRow[]): Map<string, FlowiseRow[]> {
  const found = new Map<string, FlowiseRow[]>()
  for (const row of rows) {
    const id = String(row['storeId'])
    const others = found.get(id)
    if (others) others.push(row)
    else found.set(id, [row])
  }
  return found
}

function passageOf({ id, docId, chunkNo, pageContent, metadata }: FlowiseRow): Record<string, unknown> {
  return { id, docId, chunkNo, pageContent, metadata: opened(metadata) }
}

/** The names of the files its loaders read. */
function filesOf(loaders: unknown): string[] {
  const names = (Array.isArray(loaders) ? loaders : []).flatMap((loader: { files?: unknown }) =>
    Array.isArray(loader.files) ? loader.files.map((file: { name?: unknown }) => file.name) : [],
  )
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && isPlainName(name)))]
}

/** Lists and settings lie there as texts. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}
