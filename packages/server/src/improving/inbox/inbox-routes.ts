import { dismissFromInbox, listInbox } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { InboxService } from './inbox-service.ts'

export const inboxRoutes = (inbox: InboxService): Handler[] => [
  handle(listInbox, ({ query }) => inbox.list(query)),
  handle(dismissFromInbox, ({ params, body }) => inbox.dismiss(params.runId, body.dismissed)),
]
