import type { DataTableAccess } from './data-tables.ts'
import type { CredentialValues } from './credential-values.ts'
import type { NestedRun } from '../values/flow-step.ts'
import type { Run, Session } from '../run/run.ts'
import type { Message } from '../values/messages.ts'
import type { Document, ScoredDocument } from '../values/documents.ts'
import type { VectorRecord } from '../values/retrieval.ts'

/** Every effect a node may have. The server fills it for real, a test with what the test needs. */
export interface NodeContext {
  /** The outbound client: refuses private, loopback and metadata addresses. For addresses that came from data. */
  fetch: typeof fetch
  /** The same, for a provider address that the builder typed into a model node: loopback is allowed. */
  providerFetch: typeof fetch
  /**
   * The address to dial for a host that the builder typed, checked as `providerFetch` checks: for database clients, which open
   * sockets of their own. Dial this and not the name, or a name that changes its address gets past the check.
   */
  dialAddress(host: string): Promise<string>
  /** Signs requests with a connection: renews its token when needed, and shows it to the service's own addresses alone. */
  connect(credential: CredentialValues): typeof fetch
  logger: NodeLogger
  now(): number
  flow: { id: string; name: string }
  /** What is computed is only looked at: caches are read and not written. */
  keepsNothing?: boolean
  files: FileAccess
  /** The messages of this product's own database, for memories. */
  history: HistoryStore
  /** The built-in vector index. */
  vectors: VectorIndex
  /** Stores of documents that are managed outside of flows. */
  knowledge: KnowledgeAccess
  /** Small values kept in the database, by namespace: record managers, caches. */
  records: RecordStore
  /** Untrusted JavaScript, in a sandbox outside this process. */
  sandbox: Sandbox
  /** Runs the default export of one of our own modules in a child process with limits: parsers of untrusted files. */
  isolate<Output>(
    module: URL,
    input: unknown,
    limits?: { timeoutMs?: number; memoryMb?: number; signal?: AbortSignal },
  ): Promise<Output>
  /** Custom tools made on the Tools screen. */
  customTools: { list(): Promise<CustomTool[]>; get(id: string): Promise<CustomTool | undefined> }
  /** Rows that flows share. */
  dataTables: DataTableAccess
  /** MCP servers that were added on the Tools screen. */
  mcpServers: McpServerAccess
  /** Other flows of this server. */
  flows: FlowAccess
  /** Values made on the Variables tab; those that are shown to nobody can be left out. */
  variables(which?: { withoutSecrets?: boolean }): Promise<Record<string, string>>
}

export interface NodeLogger {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface OpenFile {
  name: string
  mimeType: string
  bytes: Uint8Array
}

export interface FileAccess {
  /** Opens what a `file` input holds: a stored file's reference or inline `data:` text. */
  open(reference: string): Promise<OpenFile>
  /** Files below the folder the operator opened to flows; refuses anything outside. */
  list(folder: string): Promise<{ path: string; name: string }[]>
  read(path: string): Promise<OpenFile>
  /** Keeps bytes a node made and returns a reference. */
  save(file: OpenFile): Promise<string>
  /** Deletes what `save` kept; what is gone already stays gone. */
  forget(reference: string): Promise<void>
  /** Keeps bytes a node made for one conversation, and for as long as it; returns what its artifact holds as data. */
  keepInChat(file: OpenFile, session: Pick<Session, 'flowId' | 'chatId'>): Promise<string>
}

export interface HistoryStore {
  /** `before`: only what was said before this run began. */
  load(session: Session, options?: { last?: number; before?: string }): Promise<Message[]>
  clear(session: Pick<Session, 'flowId' | 'chatId' | 'sessionId'>): Promise<void>
}

export interface VectorIndex {
  upsert(collection: string, records: readonly VectorRecord[]): Promise<void>
  search(
    collection: string,
    vector: readonly number[],
    options: { k: number; filter?: Record<string, unknown> },
  ): Promise<ScoredDocument[]>
  /** Full-text search over the same documents. */
  searchText(collection: string, query: string, options: { k: number }): Promise<ScoredDocument[]>
  /** Those of these ids that are there, with their vectors. */
  stored(collection: string, ids: readonly string[]): Promise<VectorRecord[]>
  delete(collection: string, ids: readonly string[]): Promise<void>
  count(collection: string): Promise<number>
}

export interface KnowledgeAccess {
  list(): Promise<{ id: string; name: string; description: string }[]>
  /** Searches one store, as whoever tries it out would. The run is told of it. */
  search(
    storeId: string,
    query: string,
    run: Run,
    options?: { k?: number; filter?: Record<string, unknown> },
  ): Promise<ScoredDocument[]>
  /** All that can be found in a store, some at a time. */
  passages(storeId: string): AsyncIterable<Document[]>
}

export interface RecordStore {
  get(namespace: string, key: string): Promise<string | undefined>
  set(namespace: string, key: string, value: string, options?: { ttlMs?: number }): Promise<void>
  delete(namespace: string, key: string): Promise<void>
  list(namespace: string): Promise<{ key: string; value: string }[]>
}

export interface SandboxResult {
  value: unknown
  console: { level: 'log' | 'warn' | 'error'; text: string }[]
  durationMs: number
}

export interface Sandbox {
  /** Runs an async function body with the given globals. Throws a NodeError naming the line on failure. */
  run(request: {
    code: string
    globals: Record<string, unknown>
    signal?: AbortSignal
    timeoutMs?: number
  }): Promise<SandboxResult>
}

export interface CustomTool {
  id: string
  name: string
  description: string
  /** Rows of the schema grid, as a JSON string. */
  schema: string
  func: string
}

export interface McpServerAccess {
  list(): Promise<{ id: string; name: string; serverUrl: string }[]>
  /** How one is reached: its address, and a client that shows what the server wants to see. */
  open(id: string): Promise<{ serverUrl: string; fetch: typeof fetch } | undefined>
}

export interface FlowAccess {
  list(): Promise<{ id: string; name: string }[]>
  /** Asks another flow and returns its whole answer. */
  ask(request: {
    flowId: string
    question: string
    session: Session
    /** The run that asks: it is told of the other flow's calls, and stops them with its own. */
    run: Run
    overrideConfig?: Record<string, unknown>
    /** Where the steps of an agent flow are kept, so that it can wait and go on with the run that asks. */
    nested?: NestedRun
  }): Promise<{ text: string; sourceDocuments?: Document[] }>
}

/**
 * What `fetch` and `providerFetch` answer with on a server: a response that can also be read piece by piece, without the
 * cost of a web stream. Read one way or the other, never both.
 */
export interface AnswerInPieces extends Response {
  /** The next piece of the body, or nothing at its end. */
  readPiece(): Promise<Uint8Array | undefined>
}
