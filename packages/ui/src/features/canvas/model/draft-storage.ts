import type { Flow } from '@chatwright/core'

/** Unsaved work, as this browser keeps it. */
export interface Draft {
  flow: Flow
  name: string
  /** The version the edits were made on; nothing for a flow that was never saved. */
  baseVersion: number | undefined
  keptAt: number
}

export interface DraftStorage {
  get(key: string): Promise<Draft | undefined>
  put(key: string, draft: Draft): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<string[]>
}

const DATABASE = 'chatwright-drafts'
const STORE = 'drafts'

/** Drafts in the browser's own database: room for large flows, and writing never holds up a key press. */
export function openDraftStorage(): DraftStorage {
  let opening: Promise<IDBDatabase> | undefined
  const open = () => (opening ??= openDatabase())
  const use = async <Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>) => {
    const database = await open()
    return settle(act(database.transaction(STORE, mode).objectStore(STORE)))
  }
  return {
    get: (key) => use('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>),
    put: async (key, draft) => {
      await use('readwrite', (store) => store.put(draft, key))
    },
    delete: (key) => use('readwrite', (store) => store.delete(key)),
    keys: async () => (await use('readonly', (store) => store.getAllKeys())).map(String),
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
