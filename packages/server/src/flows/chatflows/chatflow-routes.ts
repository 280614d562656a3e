import {
  createChatflow,
  deleteChatflow,
  getChatflow,
  getChatflowVersion,
  listChatflows,
  listChatflowTags,
  listChatflowVersions,
  openDraft,
  publishChatflowVersion,
  restoreChatflowVersion,
  updateChatflow,
  validateChatflow,
} from '@chatwright/contract'
import { Readable } from 'node:stream'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ChatflowService } from './chatflow-service.ts'
import { listWithGraphs } from './list-with-graphs.ts'
import type { OpenDraft } from './opened-drafts.ts'

export const chatflowRoutes = (chatflows: ChatflowService, open: OpenDraft): Handler[] => [
  handle(listChatflows, async ({ query, reply }) => {
    const listed = await chatflows.list(query)
    if (query.flowData !== 'true') return listed
    const pieces = listWithGraphs(listed, (id) => chatflows.graph(id))
    return reply.type('application/json; charset=utf-8').send(Readable.from(pieces)) as never
  }),
  handle(listChatflowTags, () => chatflows.tags()),
  handle(getChatflow, ({ params }) => chatflows.get(params.id)),
  handle(createChatflow, ({ body }) => chatflows.create(body)),
  handle(updateChatflow, ({ params, body }) => chatflows.update(params.id, body)),
  handle(deleteChatflow, async ({ params }) => {
    await chatflows.delete(params.id)
    return { raw: [], affected: 1 }
  }),
  handle(validateChatflow, ({ params }) => chatflows.validate(params.id)),
  handle(listChatflowVersions, ({ params }) => chatflows.versions(params.id)),
  handle(getChatflowVersion, ({ params }) => chatflows.version(params.id, params.version)),
  handle(openDraft, ({ params, asker }) => open(params.id, params.draft, asker)),
  handle(publishChatflowVersion, ({ params }) => chatflows.publish(params.id, params.version)),
  handle(restoreChatflowVersion, ({ params }) => chatflows.restore(params.id, params.version)),
]
