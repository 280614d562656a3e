import type { Flag, Json } from './column-types.ts'

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
