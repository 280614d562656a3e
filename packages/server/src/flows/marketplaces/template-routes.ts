import { getTemplate, listChatflowTemplates, listTemplates, listToolTemplates } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { TemplateService } from './template-service.ts'

export const templateRoutes = (templates: TemplateService): Handler[] => [
  handle(listTemplates, () => templates.list()),
  handle(getTemplate, ({ params }) => templates.get(params.id)),
  handle(listChatflowTemplates, () => templates.flows()),
  handle(listToolTemplates, () => templates.tools()),
]
