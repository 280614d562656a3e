import type { Draft } from './draft.ts'
import { newestEditIn } from './newest-edit.ts'
import type { NewestEdit } from './newest-edit.ts'

export interface DraftStorage {
  /** Keeps it before anything else happens, where it is small enough for that; `put` is what lasts. */
  putNow(key: string, draft: Draft): void
  get(key: string): Promise<Draft | undefined>
  put(key: string, draft: Draft): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<string[]>
}

const DATABASE = 'chatwright-drafts'
const STORE = 'drafts'

/** Drafts in the browser's own database: room for large flows, and writing never holds up a key press. */
export function openDraftStorage(newest: NewestEdit = newestEditIn(localStorage)): DraftStorage {
  let opening: Promise<IDBDatabase> | undefined
  const open = () => (opening ??= openDatabase())
  const use = async <Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>) => {
    const database = await open()
    return settle(act(database.transaction(STORE, mode).objectStore(STORE)))
  }
  return {
    putNow: newest.put,
    get: async (key) => {
      const kept = await use('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>)
      const edit = newest.take(key)
      if (!edit || (kept && kept.keptAt > edit.keptAt)) return kept
      await use('readwrite', (store) => store.put(edit, key))
      return edit
    },
    put: async (key, draft) => {
      await use('readwrite', (store) => store.put(draft, key))
      newest.forget(key, draft.keptAt)
    },
    delete: async (key) => {
      newest.forget(key)
      await use('readwrite', (store) => store.delete(key))
    },
    keys: async () => {
      const kept = await use('readonly', (store) => store.getAllKeys())
      return [...new Set([...kept.map(String), ...newest.keys()])]
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return settle(request)
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser database did not answer.')))
  })
}
