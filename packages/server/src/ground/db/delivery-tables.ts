import type { Flag, Json } from './column-types.ts'

/**
 * Whatever leaves this server by itself, or is to be dealt with at a time: answers of webhooks that are sent on, notices, messages of
 * channels, the times of schedules. Also their log: a row stays after it is done.
 */
export interface DeliveryTable {
  id: string
  kind: 'webhook' | 'schedule' | 'notice' | 'channel'
  chatflow_id: string
  /** The trigger, notice or channel that it belongs to. */
  subject_id: string
  /** Once per subject: the sender's id for it, the time of a schedule, the run of a notice. */
  delivery_key: string | null
  /** SHA-256 of its signature, where that covers the time: the same one again is a replay. */
  signature: string | null
  /** A channel's conversation, a notice's event. */
  topic: string | null
  /** Starts only after the earlier ones of its topic have finished. */
  in_turn: Flag
  /**
   * `due` and `kept` are still to start. `started` and `running` have a run, and continue when that has come to rest; `waiting` ones
   * continue when somebody has decided.
   */
  state:
    | 'due'
    | 'kept'
    | 'started'
    | 'running'
    | 'waiting'
    | 'sent'
    | 'done'
    | 'skipped'
    | 'refused'
    | 'failed'
    | 'unknown'
  run_id: string | null
  /** Of a webhook: see `WebhookFacts`. */
  facts: Json
  payload: Json | null
  /** How many messages of its answer were sent. */
  sent: number
  /** A message is on its way: a process that finds it so can't know whether it arrived. */
  is_sending: Flag
  /** Of a webhook's answer that is sent on. */
  outcome: 'due' | 'sent' | 'failed' | null
  /** How often it arrived here. */
  times: number
  tries: number
  /** Grows with each holder: one that lost its lease changes nothing. */
  fence: number
  /** When it is looked at next; its holder has until then. Null when there is nothing left to do. */
  due_at: string | null
  error: string | null
  created_date: string
  done_date: string | null
}
