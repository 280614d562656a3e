import type { Flag, Json } from './column-types.ts'

/**
 * What begins runs of a flow by itself. The one that its Start step says has the id of the flow, and a row for every agent flow,
 * whatever that says; the others are set beside the drawing.
 */
export interface FlowTriggerTable {
  id: string
  chatflow_id: string
  /** Null where a Start step says neither. */
  kind: 'webhook' | 'schedule' | null
  /** Empty for the one of the Start step. */
  name: string
  /** What it was read from: another save is read again. Of the Start step's alone. */
  flow_version: number
  flow_date: string
  node_id: string | null
  /** Of schedules. */
  cron: string | null
  timezone: string | null
  end_date: string | null
  settings: Json
  /** Why it cannot run. */
  problem: string | null
  /** Runs by its schedule. */
  is_enabled: Flag
  /** Takes no deliveries. */
  is_paused: Flag
  /** Paused together with all others: it goes on with them. */
  is_halted: Flag
  /** Encrypted; what deliveries are signed with. */
  secret: string | null
  /** It was here before flows were given only what a signature covers, and goes on as it was. */
  hands_on_unsigned: Flag
  /** Until then its test address is open. */
  test_until: string | null
  next_due: string | null
  last_due: string | null
  created_date: string
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
