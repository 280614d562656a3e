import { leaveLead, leaveLeadWithSlash, listLeads, type Lead, type NewLead } from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import { handle, type Call, type Handler } from '../http/handle.ts'
import type { FlowGates } from '../predictions/flow-gate.ts'
import type { FlowLibrary } from '../runs/flow-library.ts'
import type { LeadRow, LeadStore } from './lead-store.ts'

export interface LeadRouteDependencies {
  store: LeadStore
  gates: Pick<FlowGates, 'admitPage'>
  library: Pick<FlowLibrary, 'head'>
  now: () => Date
}

export function leadRoutes({ store, gates, library, now }: LeadRouteDependencies): Handler[] {
  const leave = async ({ body, request, reply }: Call<unknown, unknown, NewLead>): Promise<Lead> => {
    await gates.admitPage({ flowId: body.chatflowid, request, reply })
    const row: LeadRow = {
      id: randomUUID(),
      chatflow_id: body.chatflowid,
      chat_id: body.chatId,
      name: body.name ?? null,
      email: body.email ?? null,
      phone: body.phone ?? null,
      created_date: now().toISOString(),
    }
    await store.insert(row)
    return toLead(row)
  }
  return [
    handle(leaveLead, leave),
    handle(leaveLeadWithSlash, leave),
    handle(listLeads, async ({ params }) => {
      await library.head(params.id)
      return (await store.list(params.id)).map(toLead)
    }),
  ]
}

function toLead(row: LeadRow): Lead {
  return {
    id: row.id,
    chatflowid: row.chatflow_id,
    chatId: row.chat_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    createdDate: row.created_date,
  }
}
