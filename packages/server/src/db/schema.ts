import type { ColumnType, Generated } from 'kysely'

export type DatabaseKind = 'sqlite' | 'postgres'

/** The tables, once for both databases: texts, integers and ISO dates only, so that one code reads either. */
export interface Schema {
  chat_flow: ChatFlowTable
  chat_flow_version: ChatFlowVersionTable
  chat_message: ChatMessageTable
  graph: GraphTable
  run: RunTable
  run_event: RunEventTable
  run_wait: RunWaitTable
  recorded_value: RecordedValueTable
  price: PriceTable
  spend: SpendTable
  spend_limit: SpendLimitTable
  ledger: LedgerTable
  ledger_hold: LedgerHoldTable
  flow_schedule: FlowScheduleTable
  schedule_fire: ScheduleFireTable
  flow_webhook: FlowWebhookTable
  flow_mcp: FlowMcpTable
  webhook_delivery: WebhookDeliveryTable
  tool: ToolTable
  credential: CredentialTable
  api_key: ApiKeyTable
  sign_in: SignInTable
  variable: VariableTable
  inbox_dismissal: InboxDismissalTable
  feedback: FeedbackTable
  lead: LeadTable
  upsert_history: UpsertHistoryTable
  record: RecordTable
  knowledge_store: KnowledgeStoreTable
  knowledge_source: KnowledgeSourceTable
  knowledge_passage: KnowledgePassageTable
  vector_document: VectorDocumentTable
  vector_embedding: VectorEmbeddingTable
}

type Flag = 0 | 1
type Json = string

export interface ChatFlowTable {
  id: string
  name: string
  /** Empty where the graph is named. */
  flow_data: Json
  /** Counts saves of the graph or name; what optimistic saving and plan caches key on. */
  version: number
  type: string
  deployed: Flag
  is_public: Flag
  is_owner_only: Generated<Flag>
  api_key_id: string | null
  chatbot_config: Json | null
  api_config: Json | null
  analytic: Json | null
  speech_to_text: Json | null
  text_to_speech: Json | null
  follow_up_prompts: Json | null
  category: string | null
  node_names: Json
  created_date: string
  updated_date: string
  last_run_date: string | null
  /** The hash of its graph. Missing until it is moved there. */
  graph: string | null
  /** The version that answers. Null is the newest, whichever that is. */
  live_version: number | null
  /** A save leaves what answers as it is. */
  is_published_by_hand: Generated<Flag>
}

export interface ChatFlowVersionTable {
  chatflow_id: string
  version: number
  name: string
  /** Empty where the graph is named. */
  flow_data: Json
  node_count: number
  created_date: string
  /** The hash of its graph. Missing until it is moved there. */
  graph: string | null
}

export interface ChatMessageTable {
  id: string
  chatflow_id: string
  chat_id: string
  session_id: string | null
  chat_type: 'INTERNAL' | 'EXTERNAL'
  memory_type: string | null
  role: 'userMessage' | 'apiMessage'
  content: string
  /** `done`, or how the answer ended short. */
  status: 'done' | 'failed' | 'cancelled' | 'interrupted'
  run_id: string | null
  source_documents: Json | null
  used_tools: Json | null
  file_annotations: Json | null
  file_uploads: Json | null
  artifacts: Json | null
  action: Json | null
  agent_reasoning: Json | null
  reason_content: Json | null
  follow_up_prompts: Json | null
  lead_email: string | null
  created_date: string
  /** Its place in the flow, given as it is stored. 0 is before all others, by date: from before messages were numbered. */
  seq: Generated<number>
  /** Of a question to a drawing that was not saved, or of its answer. */
  is_draft: Generated<Flag>
}

/** Graphs of flows, of their saved versions and of runs, drafts among them, by the hash of their text. */
export interface GraphTable {
  hash: string
  created_date: string
  flow_data: Json
}

export interface RunTable {
  id: string
  /** Null, and never read, where a store is loaded. */
  chatflow_id: ColumnType<string, string | null, string>
  chatflow_version: number
  chat_id: string
  session_id: string
  origin: 'internal' | 'external'
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted' | 'waiting'
  /** The request as the engine takes it, so that another process can run it. */
  request: Json
  answer: string | null
  fault: Json | null
  input_tokens: number
  output_tokens: number
  duration_ms: number | null
  attempt: number
  /** Whoever holds the lease may write; the fence rises with every taking. */
  lease_owner: string | null
  lease_until: string | null
  fence: number
  /** What its events are worth: 0 is a trace of the first release, with the answer in columns. */
  event_version: number
  created_date: string
  started_date: string | null
  ended_date: string | null
  /** What is done: answers to `question` and `continue` have a reader, the rest is background work. */
  kind: 'question' | 'continue' | 'flow' | 'load' | 'knowledge'
  /** The hash of the graph it began with; null for those of before. */
  graph: string | null
  /** The first of the runs of an agent flow that go on from each other; null for other kinds. */
  execution_id: string | null
  /** Whether whoever has its address may read the execution that begins with it. */
  is_public: Generated<Flag>
  /** It ran a drawing that was not saved. */
  is_draft: Generated<Flag>
  /** The store that is loaded. Such a run belongs to no flow. */
  store_id: string | null
  /** What its models cost, in millionths of a dollar; null until that was reckoned. */
  price_micro: ColumnType<number | null, number | null | undefined, number | null>
}

/** Dollars for a million tokens of a model, from a day on. */
export interface PriceTable {
  model: string
  since: string
  input: number
  output: number
  cached_input: number
}

/** What the calls of a node to a model came to on a day. */
export interface SpendTable {
  day: string
  chatflow_id: string
  node_id: string
  model: string
  /** The API key that asked, or nothing. */
  key_id: string
  label: string
  calls: number
  unpriced_calls: number
  input_tokens: number
  output_tokens: number
  price_micro: number
}

export interface SpendLimitTable {
  id: string
  scope: 'run' | 'chat' | 'visitor' | 'key' | 'flow' | 'instance'
  /** The one it is for; null for each by itself. */
  subject: string | null
  period: 'run' | 'day' | 'month'
  unit: 'micro' | 'tokens'
  amount: number
  created_date: string
}

/** What is used and reserved of a limit, for each that it counts and each period. */
export interface LedgerTable {
  limit_id: string
  subject: string
  period: string
  used: number
  reserved: number
}

/** What a call has reserved until it ends, or until its lease does. */
export interface LedgerHoldTable {
  id: string
  limit_id: string
  subject: string
  period: string
  amount: number
  until: string
}

/** What somebody looked at and took out of the inbox. */
export interface InboxDismissalTable {
  run_id: string
  created_date: string
}

/** Something a run of an agent flow waits for. */
export interface RunWaitTable {
  id: string
  execution_id: string
  /** The run that came to rest with it. */
  run_id: string
  chatflow_id: string
  session_id: string
  path: string
  node_id: string
  label: string
  question: Json
  /** When it decides itself. */
  wake_at: string | null
  created_date: string
  decision: Json | null
  decided_date: string | null
  /** The run that goes on with the decision. */
  decided_run: string | null
}

/** When a flow runs by itself, as its drawing says; a row for every agent flow, whether it has a schedule or not. */
export interface FlowScheduleTable {
  chatflow_id: string
  /** What it was read from: another save is read again. */
  flow_version: number
  flow_date: string
  node_id: string | null
  /** Missing where the flow has no schedule. */
  cron: string | null
  timezone: string | null
  end_date: string | null
  settings: Json
  /** Why it cannot run. */
  problem: string | null
  is_enabled: Flag
  next_due: string | null
  last_due: string | null
  /** What begins its runs, in the words of its Start step. */
  begins_with: string | null
  created_date: string
  updated_date: string
}

/** A time that came. */
export interface ScheduleFireTable {
  id: string
  chatflow_id: string
  due_at: string
  /** `due` until its run is under way. */
  state: 'due' | 'started' | 'skipped' | 'failed'
  run_id: string | null
  error: string | null
  /** Whoever starts it has until then. */
  taken_until: string | null
  created_date: string
}

/** What is kept of a flow's webhook beside its drawing. */
export interface FlowWebhookTable {
  chatflow_id: string
  /** Encrypted; what deliveries are signed with. */
  secret: string | null
  is_paused: Flag
  updated_date: string
}

/** How a flow is offered to clients of the Model Context Protocol. */
export interface FlowMcpTable {
  chatflow_id: string
  is_enabled: Flag
  /** Encrypted; what clients show. */
  token: string
  tool_name: string
  description: string
  updated_date: string
}

/** Something that was sent to a webhook. */
export interface WebhookDeliveryTable {
  id: string
  chatflow_id: string
  /** What the sender calls it. */
  delivery_key: string | null
  /** SHA-256 of its signature, where that holds the time: the same one again is a replay. */
  signature: string | null
  /** Of its contents: the same id with others is a mistake. */
  digest: string
  method: string
  /** `kept` until its run is under way. */
  state: 'kept' | 'started' | 'refused' | 'failed'
  is_manual: Flag
  times: number
  payload: Json | null
  error: string | null
  run_id: string | null
  /** Of the answer that is sent on when the run has come to rest. */
  callback_state: 'due' | 'sent' | 'failed' | null
  callback_tries: number
  /** When it is tried next; whoever tries it has until then. */
  callback_at: string | null
  created_date: string
}

export interface RunEventTable {
  run_id: string
  seq: number
  event: Json
}

/** What recorded calls were asked and came to, by hash, for the chat they belong to. */
export interface RecordedValueTable {
  chatflow_id: string
  chat_id: string
  hash: string
  /** The day on which it was last kept, in days since 1970. */
  day: number
  size: number
  text: string
}

export interface ToolTable {
  id: string
  name: string
  description: string
  color: string
  icon_src: string | null
  schema: Json | null
  func: string | null
  created_date: string
  updated_date: string
}

export interface CredentialTable {
  id: string
  name: string
  credential_name: string
  encrypted_data: string
  created_date: string
  updated_date: string
}

export interface ApiKeyTable {
  id: string
  key_name: string
  /** SHA-256 of the key, hex. */
  digest: string
  /** The first and last characters, to recognise it by. */
  hint: string
  permissions: Json
  /** Ids of the flows it opens; null for all. */
  flows: Json | null
  created_date: string
  last_used_date: string | null
  /** It opens nothing until the owner has let it in. */
  is_closed: Flag
}

export interface SignInTable {
  id: string
  /** SHA-256 of the token, hex. */
  digest: string
  /** The fingerprint of the login it was made with: another password ends it. */
  login: string
  browser: string
  created_date: string
  last_used_date: string
  expires_date: string
}

export interface VariableTable {
  id: string
  name: string
  /** Encrypted when `is_secret`. */
  value: string
  type: 'static' | 'runtime'
  is_secret: Flag
  created_date: string
  updated_date: string
}

export interface FeedbackTable {
  id: string
  chatflow_id: string
  chat_id: string
  message_id: string
  rating: 'THUMBS_UP' | 'THUMBS_DOWN'
  content: string | null
  created_date: string
}

export interface LeadTable {
  id: string
  chatflow_id: string
  chat_id: string
  name: string | null
  email: string | null
  phone: string | null
  created_date: string
}

export interface UpsertHistoryTable {
  id: string
  chatflow_id: string
  result: Json
  created_date: string
}

export interface RecordTable {
  namespace: string
  key: string
  value: string
  expires_date: string | null
}

/** A collection of documents that flows search. */
export interface KnowledgeStoreTable {
  id: string
  name: string
  description: string
  /** What people chose; it may be ahead of the index. */
  embedding: Json | null
  vector_store: Json | null
  record_manager: Json | null
  /** What the index that is searched was built with, and its number. */
  index_built: Json | null
  generation: number
  /** The index that is being built beside it. */
  index_next: Json | null
  /** The newest load. */
  load_job: string | null
  /** When its sources are read again by themselves, as a cron expression in a time zone, and when next. */
  refresh_cron: string | null
  refresh_timezone: string | null
  next_refresh: string | null
  created_date: string
  updated_date: string
}

/** Where documents of a store come from. */
export interface KnowledgeSourceTable {
  id: string
  store_id: string
  loader_id: string
  loader_name: string
  /** The values of its forms. */
  settings: Json
  /** Files that are kept for it. */
  files: Json
  /** What could not be read the last time. */
  failures: Json
  passages: number
  characters: number
  loaded_date: string | null
  created_date: string
  updated_date: string
}

export interface KnowledgePassageTable {
  id: string
  store_id: string
  source_id: string
  /** The document it comes from, and its place there. */
  document: string
  seq: number
  content: string
  metadata: Json
  is_on: Flag
  is_edited: Flag
  /** `coming` until the load that brought it is whole; `going` until its vector is deleted. */
  state: 'live' | 'coming' | 'going'
  /** The number of the index that holds its vector; 0 without one. */
  indexed: number
}

export interface VectorDocumentTable {
  seq: Generated<number>
  collection: string
  id: string
  metadata: Json
  content: string
}

export interface VectorEmbeddingTable {
  seq: number
  collection: string
  dimensions: number
  /** 32-bit floats, little-endian. */
  embedding: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, Uint8Array>
}
