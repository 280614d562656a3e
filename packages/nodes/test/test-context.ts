import type { Message, NodeContext, OpenFile, ScoredDocument, VectorRecord } from '@chatwright/core'

export interface TestContext extends NodeContext {
  /** Messages a memory finds, by session id. */
  messages: Map<string, Message[]>
  /** Files by path or reference. */
  storedFiles: Map<string, OpenFile>
}

/** Effects for tests: everything in memory, and a network that refuses unless the test hands one in. */
export function testContext(overrides: Partial<NodeContext> = {}): TestContext {
  const messages = new Map<string, Message[]>()
  const storedFiles = new Map<string, OpenFile>()
  const context: TestContext = {
    messages,
    storedFiles,
    fetch: refuseNetwork,
    providerFetch: overrides.fetch ?? refuseNetwork,
    dialAddress: async (host) => host,
    connect: () => overrides.fetch ?? refuseNetwork,
    logger: { debug: () => {}, info: () => {}, warn: () => {} },
    now: () => Date.now(),
    flow: { id: 'flow-1', name: 'Test flow' },
    files: memoryFiles(storedFiles),
    history: {
      load: async (session, options) => {
        const all = messages.get(session.sessionId) ?? []
        return options?.last === undefined ? all : all.slice(-options.last)
      },
      clear: async (session) => {
        messages.delete(session.sessionId)
      },
    },
    vectors: memoryVectors(),
    records: memoryRecords(),
    sandbox: { run: () => Promise.reject(new Error('This test gave no sandbox')) },
    isolate: async <Output>(module: URL, input: unknown): Promise<Output> => {
      const { default: work } = (await import(/* @vite-ignore */ module.href)) as {
        default: (input: unknown) => Promise<Output>
      }
      return work(input)
    },
    knowledge: {
      list: async () => [],
      search: async () => [],
      async *passages() {},
    },
    customTools: { list: async () => [], get: async () => undefined },
    dataTables: {
      list: async () => [],
      find: async () => [],
      add: async () => [],
      update: async () => 0,
      remove: async () => 0,
      upsert: async () => ({ added: 0, changed: 0 }),
    },
    mcpServers: { list: async () => [], open: async () => undefined },
    flows: { list: async () => [], ask: () => Promise.reject(new Error('This test gave no other flows')) },
    variables: async () => ({}),
    ...overrides,
  }
  return context
}

const refuseNetwork: typeof fetch = (input) =>
  Promise.reject(new Error(`This test gave no network, but ${requestUrl(input)} was called`))

function requestUrl(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input)
}

function memoryFiles(stored: Map<string, OpenFile>): NodeContext['files'] {
  const read = async (path: string): Promise<OpenFile> => {
    const file = stored.get(path)
    if (!file) throw new Error(`No such file: ${path}`)
    return file
  }
  return {
    read,
    open: read,
    list: async (folder) =>
      [...stored.entries()]
        .filter(([path]) => path.startsWith(folder))
        .map(([path, file]) => ({ path, name: file.name })),
    save: async (file) => {
      const reference = stored.has(file.name) ? `${file.name}-${stored.size}-${file.bytes.byteLength}` : file.name
      stored.set(reference, file)
      return reference
    },
    forget: async (reference) => void stored.delete(reference),
    keepInChat: async (file, { chatId }) => {
      stored.set(`${chatId}/${file.name}`, file)
      return `FILE-STORAGE::${file.name}`
    },
  }
}

function memoryVectors(): NodeContext['vectors'] {
  const collections = new Map<string, Map<string, VectorRecord>>()
  const recordsOf = (name: string): Map<string, VectorRecord> => {
    const known = collections.get(name) ?? new Map<string, VectorRecord>()
    collections.set(name, known)
    return known
  }
  const best = (scored: ScoredDocument[], k: number): ScoredDocument[] =>
    scored.sort((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, k)
  return {
    upsert: async (collection, records) => {
      for (const record of records) recordsOf(collection).set(record.id, record)
    },
    search: async (collection, vector, { k, filter }) =>
      best(
        [...recordsOf(collection).values()]
          .filter(({ document }) =>
            Object.entries(filter ?? {}).every(([key, value]) => document.metadata[key] === value),
          )
          .map(({ id, document, vector: stored }) => ({ ...document, id, score: cosine(vector, stored) })),
        k,
      ),
    searchText: async (collection, query, { k }) =>
      best(
        [...recordsOf(collection).values()]
          .map(({ id, document }) => ({ ...document, id, score: sharedWords(query, document.pageContent) }))
          .filter(({ score }) => score > 0),
        k,
      ),
    stored: async (collection, ids) => ids.flatMap((id) => recordsOf(collection).get(id) ?? []),
    delete: async (collection, ids) => {
      for (const id of ids) recordsOf(collection).delete(id)
    },
    count: async (collection) => recordsOf(collection).size,
  }
}

function memoryRecords(): NodeContext['records'] {
  const namespaces = new Map<string, Map<string, string>>()
  const of = (namespace: string): Map<string, string> => {
    const known = namespaces.get(namespace) ?? new Map<string, string>()
    namespaces.set(namespace, known)
    return known
  }
  return {
    get: async (namespace, key) => of(namespace).get(key),
    set: async (namespace, key, value) => {
      of(namespace).set(key, value)
    },
    delete: async (namespace, key) => {
      of(namespace).delete(key)
    },
    list: async (namespace) => [...of(namespace).entries()].map(([key, value]) => ({ key, value })),
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
  return dot / (Math.hypot(...a) * Math.hypot(...b) || 1)
}

function sharedWords(query: string, text: string): number {
  const words = new Set(text.toLowerCase().match(/\w+/g))
  return (query.toLowerCase().match(/\w+/g) ?? []).filter((word) => words.has(word)).length
}
