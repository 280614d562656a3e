import { Id } from '@chatwright/contract'
import type { Transaction } from 'kysely'
import { fileFault } from '../database/backup-file.ts'
import type { DatabaseStores } from '../database/backup-service.ts'
import type { FlowIntake } from '../../flows/chatflows/stored-flow.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { KnowledgeStore } from '../../knowledge/knowledge/knowledge-store.ts'
import { bringStore, type BroughtStoreRows } from './bring-stores.ts'
import { exportStores } from './export-stores.ts'
import { writeStores, type ImportStore } from './import-store.ts'
import { placeRows, splitPlaced } from './place-rows.ts'
import { readSources, readStoreRows } from './read-stores.ts'

/** Stores of documents in the file of a database: as an `ExportData.json` holds them, with every fault refused. */
export function createDatabaseStores({
  stores,
  store,
  intake,
}: {
  stores: Pick<KnowledgeStore, 'page' | 'sourcesOf'>
  store: Pick<ImportStore, 'here'>
  intake: FlowIntake
}): DatabaseStores {
  return {
    export: () => exportStores(stores),

    async read(list, items, { at, credentials }) {
      refuseUnsoundIds(list, items)
      const here = await store.here()
      const placed = placeRows(readStoreRows({ DocumentStore: [...items] }, at), {
        existing: 'replace',
        here: ({ id }) => (id !== undefined && here.stores.has(id) ? id : undefined),
      })
      for (const [index, { brought }] of placed.entries()) {
        if (brought.outcome === 'new' || brought.outcome === 'replace') continue
        throw fileFault(`${list}[${index}]`, `cannot be read: ${brought.reason ?? ''}`)
      }
      const around = {
        index: intake.index,
        credentials: new Set([...here.credentials, ...credentials]),
        sourceIds: here.sources,
        takenSourceIds: new Set<string>(),
        hasFile: (id: string) => intake.hasFile(id),
        files: intake.files,
        at,
      }
      const brought: BroughtStoreRows[] = []
      for (const each of placed) brought.push(await bringStore(each, around))
      const rows = {
        stores: splitPlaced(brought.map(({ placed: each }) => each)),
        sources: brought.flatMap(({ sources }) => sources),
      }
      return {
        notes: brought.flatMap(({ report: { name, notes } }) => notes.map((note) => `${name}: ${note}`)),
        write: (transaction: Transaction<Schema>) => writeStores(transaction, rows),
      }
    },
  }
}

/** Ids of a file stand in addresses and in names of files later: one that is none, or stands there twice, is refused. */
function refuseUnsoundIds(list: string, items: readonly Record<string, unknown>[]): void {
  const taken = new Set<string>()
  for (const [index, item] of items.entries()) {
    const place = `${list}[${index}]`
    if (!Id.safeParse(item['id']).success) throw fileFault(place, NO_ID)
    for (const [at, { id }] of readSources(item['loaders']).sources.entries()) {
      if (id === undefined) throw fileFault(`${place}.loaders[${at}]`, NO_ID)
      if (taken.has(id)) throw fileFault(`${place}.loaders[${at}]`, `has the id of another source: ${id}`)
      taken.add(id)
    }
  }
}

const NO_ID = 'has an "id" that is no id: up to 64 letters, digits, dots, colons, hyphens and underscores'
