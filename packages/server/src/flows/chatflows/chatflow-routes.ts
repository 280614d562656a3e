import {
  AppError,
  type ChatflowChanges,
  createChatflow,
  deleteChatflow,
  getChatflow,
  getChatflowVersion,
  listChatflows,
  listChatflowTags,
  listChatflowVersions,
  type NewChatflow,
  openDraft,
  publishChatflowVersion,
  restoreChatflowVersion,
  updateChatflow,
  validateChatflow,
} from '@chatwright/contract'
import type { Asker, Right } from '@chatwright/core'
import { Readable } from 'node:stream'
import { may } from '../../door/askers/may.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ChatflowService } from './chatflow-service.ts'
import { listWithGraphs } from './list-with-graphs.ts'
import type { OpenDraft } from './opened-drafts.ts'

/** What opens a flow to others, or tells what they may send to it. */
const SHARES = ['access', 'isPublic', 'apikeyid', 'chatbotConfig', 'apiConfig'] as const
/** What decides when a save answers. */
const PUBLISHES = ['publish', 'gate'] as const

export const chatflowRoutes = (chatflows: ChatflowService, open: OpenDraft): Handler[] => [
  handle(listChatflows, async ({ query, reply }) => {
    const listed = await chatflows.list(query)
    if (query.flowData !== 'true') return listed
    const pieces = listWithGraphs(listed, (id) => chatflows.graph(id))
    return reply.type('application/json; charset=utf-8').send(Readable.from(pieces)) as never
  }),
  handle(listChatflowTags, () => chatflows.tags()),
  handle(getChatflow, ({ params }) => chatflows.get(params.id)),
  handle(createChatflow, ({ body, asker }) =>
    chatflows.create(may(asker, 'flow.share') ? body : unshared(body, asker)),
  ),
  handle(updateChatflow, ({ params, body, asker }) => {
    refuseUnheld(body, { asker, isGiven: (value) => value !== undefined })
    return chatflows.update(params.id, body)
  }),
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

/** A new flow of someone who can't share it opens to no one else until somebody shares it. */
function unshared({ access: _, isPublic, ...flow }: NewChatflow, asker: Asker): NewChatflow {
  // A new flow has none of these yet, so that null takes nothing away.
  refuseUnheld(flow, { asker, isGiven: (value) => value !== undefined && value !== null })
  return { ...flow, access: 'owner' }
}

interface Held {
  asker: Asker
  /** In a change, null takes something away: a key, or a list of sites. */
  isGiven: (value: unknown) => boolean
}

function refuseUnheld(body: ChatflowChanges, held: Held): void {
  refuse(body, { ...held, fields: SHARES, right: 'flow.share' })
  refuse(body, { ...held, fields: PUBLISHES, right: 'flow.publish' })
}

function refuse(
  body: ChatflowChanges,
  { fields, right, asker, isGiven }: Held & { fields: readonly (keyof ChatflowChanges)[]; right: Right },
): void {
  const field = fields.find((name) => isGiven(body[name]))
  if (field === undefined || may(asker, right)) return
  throw new AppError('forbidden', undefined, { message: `Changing "${field}" needs the permission "${right}".` })
}
