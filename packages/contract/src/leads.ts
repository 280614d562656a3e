import { z } from 'zod'
import { Id, IdParams, IsoDate, text } from './fields.ts'
import { ChatIdValue } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'Leads'

export const Lead = z.object({
  id: z.string(),
  chatflowid: z.string(),
  chatId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdDate: IsoDate,
})
export type Lead = z.infer<typeof Lead>

export const NewLead = z.looseObject({
  chatflowid: Id,
  chatId: ChatIdValue,
  name: text(300).optional(),
  email: text(300).optional(),
  phone: text(100).optional(),
})
export type NewLead = z.infer<typeof NewLead>

export const leaveLead = defineRoute({
  method: 'POST',
  path: '/leads',
  access: 'public',
  tag,
  summary: 'Submit a lead in a chat.',
  body: NewLead,
  response: Lead,
  errors: ['chatflow-not-found', 'forbidden', 'too-many-requests'],
})

export const listLeads = defineRoute({
  method: 'GET',
  path: '/leads/:id',
  access: 'owner',
  right: 'run.reveal',
  tag,
  summary: "List a flow's leads.",
  params: IdParams,
  response: z.array(Lead),
  errors: ['chatflow-not-found'],
})
