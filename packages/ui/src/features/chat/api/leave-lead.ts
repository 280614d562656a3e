import { leaveLead } from '@chatwright/contract'

import { call } from '../../../lib/api.ts'
import type { Lead } from '../../../parts/conversation/lead.ts'

export function sendLead({ chatflowId, chatId, lead }: { chatflowId: string; chatId: string; lead: Lead }) {
  return call(leaveLead, { body: { chatflowid: chatflowId, chatId, ...lead } })
}
