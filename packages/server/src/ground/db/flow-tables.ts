import type { ColumnType, Generated } from 'kysely'
import type { Flag, Json } from './column-types.ts'

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
  /** Somebody is told what its runs come to. */
  is_told: Generated<Flag>
  /** What a save has to show before it answers. */
  gate: Generated<'off' | 'warn' | 'block'>
}

/** What the newest version does to recorded answers, as far as the record can tell. */
export interface DryReplayTable {
  chatflow_id: string
  version: number
  state: 'running' | 'done' | 'failed'
  report: Json | null
  reason: string | null
  updated_date: string
  /** The run that does it; null for one of before. */
  run_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** Two versions of a flow asked the same. */
export interface ComparisonTable {
  id: string
  chatflow_id: string
  base_version: number
  candidate_version: number
  state: 'running' | 'done' | 'failed' | 'cancelled'
  request: Json
  summary: Json | null
  reason: string | null
  created_date: string
  /** When it was last heard of. */
  updated_date: string
}

export interface ComparisonCaseTable {
  comparison_id: string
  number: number
  verdict: string
  report: Json
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

declare const isKept: unique symbol

/** The text of a graph as a database holds it. Only `shared-graphs.ts` makes a flow of it, and only that makes one. */
export type KeptGraph = Json & { readonly [isKept]: true }

/** Graphs of flows, of their saved versions and of runs, drafts among them, by the hash of their text. */
export interface GraphTable {
  hash: string
  created_date: string
  flow_data: KeptGraph
}

/** What nodes of graphs have from the catalogue, by the hash of its text. */
export interface NodeDeclarationTable {
  hash: string
  /** When a graph that names it was stored last, to the day. */
  created_date: string
  declaration: Json
}

/** Secrets that flows name, encrypted. */
export interface FlowSecretTable {
  id: string
  sealed: string
  /** When it was saved last. */
  created_date: string
}

/** Copies of flows of earlier versions that may hold a secret in clear. */
export interface UnsealedGraphTable {
  place: 'graph' | 'chat_flow' | 'chat_flow_version'
  /** Of the flow; of graphs their hash. */
  id: string
  version: number
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
  /** Of a connection: how it stands. */
  connection_state: 'connected' | 'expired' | 'narrowed' | 'failed' | null
  connection_error: string | null
  /** Whoever renews its tokens has until then. */
  renewed_until: string | null
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
  /** Networks that it works from; null for all. */
  networks: Json | null
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
  /** Whose it is; null for the operator's. */
  person_id: string | null
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

export interface RecordTable {
  namespace: string
  key: string
  value: string
  expires_date: string | null
}
