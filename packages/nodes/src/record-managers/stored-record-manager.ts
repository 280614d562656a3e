import { options, string, type RecordManager, type RecordStore } from '@chatwright/core'

export const recordManagerInputs = {
  namespace: string({
    destination: false,
    label: 'Namespace',
    description: "Separates flows that load into the same store. Leave empty to use the store's name.",
    optional: true,
    additional: true,
  }),
  cleanup: options({
    destination: false,
    label: 'Cleanup',
    description: "What happens to documents that aren't part of the current load.",
    options: [
      { label: 'None', name: 'none', description: 'They stay in the store.' },
      {
        label: 'Incremental',
        name: 'incremental',
        description: 'They are deleted if their source was loaded again.',
      },
      { label: 'Full', name: 'full', description: 'They are deleted.' },
    ],
    default: 'none',
    optional: true,
    additional: true,
  }),
  sourceIdKey: string({
    destination: false,
    label: 'SourceId Key',
    description: "The metadata field that names a document's source.",
    default: 'source',
    optional: true,
    additional: true,
  }),
}

interface Settings {
  records: RecordStore
  namespace: string | undefined
  cleanup: RecordManager['cleanup']
  sourceIdKey: string
}

interface StoredRecord {
  group: string
  at: number
}

/** Beyond this many keys, reading the whole namespace once is quicker than asking for each. */
const ASKED_ONE_BY_ONE = 50

/** Remembers in this product's database what was loaded into a store. */
export function storedRecordManager({ records, namespace, cleanup, sourceIdKey }: Settings): RecordManager {
  const place = (store: string): string => `record-manager:${namespace?.trim() ? `${namespace}:${store}` : store}`
  const all = async (store: string): Promise<Map<string, StoredRecord>> =>
    new Map((await records.list(place(store))).map(({ key, value }) => [key, JSON.parse(value) as StoredRecord]))

  return {
    kind: 'record-manager',
    cleanup,
    sourceIdKey,
    async known(store, keys) {
      if (keys.length > ASKED_ONE_BY_ONE) {
        const stored = await all(store)
        return keys.map((key) => stored.has(key))
      }
      const found = await Promise.all(keys.map((key) => records.get(place(store), key)))
      return found.map((value) => value !== undefined)
    },
    knownGroups: async (store) => new Set([...(await all(store)).values()].map(({ group }) => group)),
    async remember(store, remembered, at) {
      for (const { key, group } of remembered) {
        await records.set(place(store), key, JSON.stringify({ group, at } satisfies StoredRecord))
      }
    },
    async stale(store, { before, groups }) {
      const loaded = groups && new Set(groups)
      return [...(await all(store))]
        .filter(([, record]) => record.at < before && (loaded?.has(record.group) ?? true))
        .map(([key]) => key)
    },
    async forget(store, keys) {
      for (const key of keys) await records.delete(place(store), key)
    },
  }
}
