import type { Flag, Json } from './column-types.ts'

/** A flow that answers where people chat already. */
export interface ChannelTable {
  id: string
  chatflow_id: string
  kind: 'telegram' | 'slack' | 'whatsapp'
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
