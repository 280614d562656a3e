import type { Flag, Json } from './column-types.ts'

/** A flow that answers where people chat already. */
export interface ChannelTable {
  id: string
  chatflow_id: string
  kind: 'telegram' | 'slack'
  name: string
  /** Holds the tokens; null until they were given. */
  credential_id: string | null
  is_enabled: Flag
  /** What is known of the account it speaks as; null until its tokens were tried. */
  account: Json | null
  problem: string | null
  greeting: string
  allowed_senders: Json
  created_date: string
  updated_date: string
}

/** Something that somebody wrote or pressed in a channel. */
export interface ChannelDeliveryTable {
  id: string
  channel_id: string
  /** What the vendor calls it, whichever way it is told. */
  delivery_key: string
  conversation: string
  type: 'message' | 'press' | 'greeting'
  event: Json
  /** `kept` until its run is under way, `running` until all that came of it is sent. */
  state: 'kept' | 'running' | 'waiting' | 'done' | 'failed' | 'unknown' | 'refused'
  run_id: string | null
  /** How many messages of its answer were sent. */
  sent: number
  /** One is under way: whoever finds it so cannot know whether it arrived. */
  is_sending: Flag
  tries: number
  /** When it is looked at next; whoever looks has until then. Null when there is nothing left to do. */
  due_at: string | null
  times: number
  error: string | null
  created_date: string
}
