import type { Way } from '@chatwright/core'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, Json } from './column-types.ts'

/** Kinds of runs that answer: they have a reader, and stand in a chat. */
export const ANSWER_KINDS = ['question', 'continue', 'flow'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

/** Kinds of runs that load documents, and are listed as jobs. */
export const LOAD_KINDS = ['load', 'knowledge'] as const
export type LoadKind = (typeof LOAD_KINDS)[number]

/** Where runs come from, as lists show it. */
export type RunSource = Way | 'api'

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
  /** What is done: an answer, or background work. */
  kind: AnswerKind | LoadKind | 'comparison' | 'compared' | 'dry-replay' | 'test'
  /** The hash of the graph it began with; null for those of before. */
  graph: string | null
  /** The first of the runs of an agent flow that go on from each other; null for other kinds. */
  execution_id: string | null
  /** Its id was the address at which the execution that begins with it was shared, in versions of before. */
  is_public: Generated<Flag>
  /** It ran a drawing that was not saved. */
  is_draft: Generated<Flag>
  /** It searched, and none of its searches found a passage. */
  found_nothing: Generated<Flag>
  /** The model that answered, where a limit had another one asked than its node names. */
  instead: ColumnType<Json | null, Json | null | undefined, Json | null>
  /** The store that is loaded. Such a run belongs to no flow. */
  store_id: string | null
  /** What its models cost, in millionths of a dollar; null until that was reckoned. */
  price_micro: ColumnType<number | null, number | null | undefined, number | null>
  /** The way it came in by. Null in older runs, until their words are indexed. */
  source: ColumnType<RunSource | null, RunSource | null | undefined, RunSource | null>
  /** Where its words are indexed, in the order of time; 0 where those of a later run of its execution hold them. Null until then; PostgreSQL gives it as text. */
  place: ColumnType<number | string | null, number | string | null | undefined, number | null>
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
  /** Who it was, and by which door. */
  decided_by: ColumnType<Json | null, Json | null | undefined, Json | null>
  /** The run that goes on with the decision. */
  decided_run: string | null
  /** A mark of the network that asked, where nobody is known by more. */
  network: ColumnType<string | null, string | null | undefined, string | null>
  /** Ends by itself after some days; one from before waits for as long as it takes. */
  has_end: Generated<Flag>
}

/** An execution that is shared, at an address that nobody can guess. */
export interface SharedExecutionTable {
  id: string
  execution_id: string
  created_date: string
}

/** What strangers read of one: its steps, its drawing, or one step in full. */
export interface SharedPartTable {
  share_id: string
  name: string
  body: Json
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

/** Dollars for a million tokens of a model, from a day on. */
export interface PriceTable {
  model: string
  since: string
  input: number
  output: number
  cached_input: number
  /** What a million is counted of; null is tokens, unless it is known to be another. */
  unit: ColumnType<PriceUnit | null, PriceUnit | null | undefined, PriceUnit | null>
}

type PriceUnit = 'tokens' | 'seconds' | 'characters'

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

/** How many calls of a node cost about as much on a day. */
export interface CallCostTable {
  day: string
  chatflow_id: string
  node_id: string
  price_micro: number
  calls: number
}

export interface SpendLimitTable {
  id: string
  scope: 'run' | 'chat' | 'visitor' | 'key' | 'flow' | 'tests' | 'instance'
  /** The one it is for; null for each by itself. */
  subject: string | null
  period: 'run' | 'day' | 'month'
  unit: 'micro' | 'tokens'
  amount: number
  created_date: string
  /** What happens where it leaves no room: the run ends, a person is asked, or another model is. */
  at_limit: 'stop' | 'ask' | 'cheaper'
  cheaper_model: string | null
}

/** What is used and reserved of a limit, for each that it counts and each period. */
export interface LedgerTable {
  limit_id: string
  subject: string
  period: string
  used: number
  reserved: number
  /** What a person has allowed beyond the limit. */
  allowed: Generated<number>
  /** How much more a person is asked for, by runs that could not wait; 0 where nobody asks. */
  asked: Generated<number>
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
