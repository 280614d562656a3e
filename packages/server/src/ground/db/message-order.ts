import { sql } from 'kysely'
import type { ComputedColumn } from './write-step.ts'

/**
 * The next number in a message's flow. Two that are stored at the same moment may share one, which nobody can tell apart: what
 * follows another was stored after it.
 */
export const nextInFlow: ComputedColumn<'chat_message'> = {
  expression: sql`(select coalesce(max(earlier.seq), 0) + 1 from chat_message as earlier where earlier.chatflow_id = ${''})`,
  boundTo: ({ chatflow_id: flowId }) => flowId,
}
