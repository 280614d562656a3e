import { AppError, leaveLead, listLeads, type Lead, type NewLead } from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import { isOwnerHere } from '../../door/askers/may.ts'
import { handle, type Call, type Handler } from '../../door/http/handle.ts'
import type { FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { MeantChat } from '../../flows/flow-access/named-sessions.ts'
import type { StrangerCaps } from '../../flows/flow-access/stranger-caps.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { FlowHead, FlowLibrary } from '../../flows/flows/flow-library.ts'
import type { LeadRow, LeadStore } from './lead-store.ts'

export interface LeadRouteDependencies {
  store: LeadStore
  meantChat: MeantChat
  gates: Pick<FlowGates, 'admit'>
  limiter: RateLimiter
  caps: Pick<StrangerCaps, 'take'>
  library: Pick<FlowLibrary, 'head'>
  now: () => Date
}

export function leadRoutes(dependencies: LeadRouteDependencies): Handler[] {
  const { store, meantChat, gates, limiter, caps, library, now } = dependencies

  const leave = async ({ body, asker, request, reply }: Call<unknown, unknown, NewLead>): Promise<Lead> => {
    const flow = await gates.admit({ flowId: body.chatflowid, asker, request, reply })
    if (!asksForLeads(flow) && !isOwnerHere(asker)) {
      throw new AppError('forbidden', undefined, { message: "This flow doesn't ask for visitors' details." })
    }
    await limiter.count(flow, request.ip, 'leads')
    await caps.take('leads', { flowId: flow.id, network: asker.network })
    const row: LeadRow = {
      id: randomUUID(),
      chatflow_id: body.chatflowid,
      chat_id: await meantChat({ flowId: flow.id, chatId: body.chatId }, asker),
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
    handle(listLeads, async ({ params }) => {
      await library.head(params.id)
      return (await store.list(params.id)).map(toLead)
    }),
  ]
}

/** Strangers may write here, so only where the owner asked for it. */
function asksForLeads({ settings }: FlowHead): boolean {
  return (settings.chatbot['leads'] as { status?: unknown } | undefined)?.status === true
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
