import type { Flag } from './column-types.ts'

/** An address that is told what runs of a flow come to. */
export interface FlowNoticeTable {
  id: string
  chatflow_id: string
  url: string
  /** Names between blanks, with one before the first and after the last. */
  events: string
  /** Encrypted; what is sent is signed with it. */
  secret: string
  is_enabled: Flag
  created_date: string
  updated_date: string
}
