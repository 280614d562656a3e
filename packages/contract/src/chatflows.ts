import { z } from 'zod'
import { asRead, Id, IdParams, IsoDate, JsonText, pageOf, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Chat flows'

export const ChatflowType = z.enum(['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT'])

/** Who may ask a flow: anyone who knows its address, whoever has its key, or its owner alone. */
export const FlowAccess = z.enum(['open', 'key', 'owner'])
export type FlowAccess = z.infer<typeof FlowAccess>

/** When what was saved answers: at once, or when somebody says so. */
export const Publishing = z.enum(['save', 'hand'])
export type Publishing = z.infer<typeof Publishing>

/** What a save has to show before it answers: nothing, nothing but that one is told, or that no recorded answer changes. */
export const PublishingGate = z.enum(['off', 'warn', 'block'])
export type PublishingGate = z.infer<typeof PublishingGate>

/** What a flow does, as the kinds of its nodes tell, and the model it asks. */
const FlowAbout = z.object({
  does: z.enum(['steps', 'team', 'agent', 'documents', 'remembers', 'answers']),
  model: z.string().nullable(),
  /** In pages of lists only: how the first prompt begins that somebody wrote in it. */
  prompt: z.string().optional(),
})
export type FlowAbout = z.infer<typeof FlowAbout>

/** A chat flow as lists show it: everything but the graph. */
export const ChatflowSummary = z.object({
  id: z.string(),
  name: z.string(),
  type: ChatflowType,
  /** The newest that was saved, and the one the rest is about. */
  version: z.number().int(),
  /** The one that answers. */
  liveVersion: z.number().int(),
  publish: Publishing,
  gate: PublishingGate,
  deployed: z.boolean(),
  /** Whether it has a page of its own. Who may ask it there is its access. */
  isPublic: z.boolean(),
  access: FlowAccess,
  apikeyid: z.string().nullable(),
  chatbotConfig: z.string().nullable(),
  apiConfig: z.string().nullable(),
  analytic: z.string().nullable(),
  speechToText: z.string().nullable(),
  textToSpeech: z.string().nullable(),
  followUpPrompts: z.string().nullable(),
  /** Tags, joined by `;`. */
  category: z.string().nullable(),
  /** The distinct nodes used, for icons. */
  nodeNames: z.array(z.string()),
  /** In lists only, and where its nodes tell. */
  about: FlowAbout.optional(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
  lastRunDate: IsoDate.nullable(),
  /** In pages of lists only: whether what it was asked last ended with an error. */
  lastRunFailed: z.boolean().optional(),
})
export type ChatflowSummary = z.infer<typeof ChatflowSummary>

export const Chatflow = ChatflowSummary.extend({
  /** The JSON text of `{nodes, edges, viewport}`. */
  flowData: z.string(),
})
export type Chatflow = z.infer<typeof Chatflow>

/** A chat flow as it was saved. */
export const SavedChatflow = Chatflow.extend({
  /** What was put right in the flow data, kept elsewhere or not kept; left out when it was kept as it came. */
  changes: z.array(z.string()).optional(),
})
export type SavedChatflow = z.infer<typeof SavedChatflow>

const writable = {
  name: text(200).refine((name) => name.trim() !== '', 'A flow needs a name'),
  flowData: z.string(),
  type: ChatflowType,
  deployed: z.boolean(),
  isPublic: z.boolean(),
  /** Left out of a new flow, it is open, or asks for the key it is given; left out of a change, it stays. */
  access: FlowAccess,
  publish: Publishing,
  gate: PublishingGate,
  apikeyid: Id.nullable().or(z.literal('').transform(() => null)),
  chatbotConfig: JsonText.nullable(),
  apiConfig: JsonText.nullable(),
  analytic: JsonText.nullable(),
  speechToText: JsonText.nullable(),
  textToSpeech: JsonText.nullable(),
  followUpPrompts: JsonText.nullable(),
  category: text(500).nullable(),
}

/** Fields of flows elsewhere that mean nothing here. */
const older = ['workspaceId', 'textToSpeech', 'mcpServerConfig', 'webhookSecret', 'webhookSecretConfigured']

export const NewChatflow = asRead(
  z.strictObject(writable).partial().required({ name: true, flowData: true }),
  SavedChatflow,
  older,
)
export type NewChatflow = z.infer<typeof NewChatflow>

export const ChatflowChanges = asRead(
  z.strictObject(writable).partial().extend({
    /** The version these changes were based on; left out, the last write wins and the older one is kept. */
    version: z.number().int().optional(),
  }),
  SavedChatflow,
  older,
)
export type ChatflowChanges = z.infer<typeof ChatflowChanges>

export const ChatflowVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  createdDate: IsoDate,
  nodeCount: z.number().int(),
  /** Whether it is the one that answers. */
  isLive: z.boolean(),
})
export type ChatflowVersion = z.infer<typeof ChatflowVersion>

const VersionParams = z.strictObject({ id: Id, version: z.coerce.number().int().min(1) })

export const ChatflowQuery = z.strictObject({
  type: ChatflowType.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(500).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  search: text(200).optional(),
  tag: text(100).optional(),
  sort: z.enum(['name', 'updatedDate', 'createdDate', 'lastRunDate']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  /** Each flow with its graph, sent one after the other. */
  flowData: z.enum(['true', 'false']).optional(),
})
export type ChatflowQuery = z.infer<typeof ChatflowQuery>

export const listChatflows = defineRoute({
  method: 'GET',
  path: '/chatflows',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List flows. `flowData=true` includes their graphs; `limit` returns a page, with `page` as `{data, total}`.',
  query: ChatflowQuery,
  response: z.union([
    z.array(ChatflowSummary),
    pageOf(ChatflowSummary),
    z.object({ data: z.array(ChatflowSummary), total: z.number() }),
  ]),
})

export const listChatflowTags = defineRoute({
  method: 'GET',
  path: '/chatflows-tags',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List all tags, most used first.',
  response: z.array(z.object({ tag: z.string(), count: z.number() })),
})

export const getChatflow = defineRoute({
  method: 'GET',
  path: '/chatflows/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a flow with its graph.',
  params: IdParams,
  response: Chatflow,
  errors: ['chatflow-not-found'],
})

export const createChatflow = defineRoute({
  method: 'POST',
  path: '/chatflows',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Create a flow.',
  body: NewChatflow,
  response: SavedChatflow,
  errors: ['flow-data-invalid'],
})

export const updateChatflow = defineRoute({
  method: 'PUT',
  path: '/chatflows/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Update a flow. With `version`, refused if someone else saved in between.',
  params: IdParams,
  body: ChatflowChanges,
  response: SavedChatflow,
  errors: ['chatflow-not-found', 'chatflow-changed', 'flow-data-invalid'],
})

export const deleteChatflow = defineRoute({
  method: 'DELETE',
  path: '/chatflows/:id',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Delete a flow with its versions, messages and runs.',
  params: IdParams,
  response: z.object({ raw: z.array(z.unknown()), affected: z.number() }),
  errors: ['chatflow-not-found'],
})

/** What is wrong with one node of a flow, as older clients read it. */
export const ValidationResult = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string(),
  issues: z.array(z.string()),
})
export type ValidationResult = z.infer<typeof ValidationResult>

export const validateChatflow = defineRoute({
  method: 'GET',
  path: '/validation/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Check a flow: returns its problems by node.',
  params: IdParams,
  response: z.array(ValidationResult),
  errors: ['chatflow-not-found'],
})

export const listChatflowVersions = defineRoute({
  method: 'GET',
  path: '/chatflows/:id/versions',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: "List a flow's versions, newest first, without graphs.",
  params: IdParams,
  response: z.array(ChatflowVersion),
  errors: ['chatflow-not-found'],
})

export const getChatflowVersion = defineRoute({
  method: 'GET',
  path: '/chatflows/:id/versions/:version',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a version with its graph.',
  params: VersionParams,
  response: ChatflowVersion.extend({ flowData: z.string() }),
  errors: ['chatflow-not-found', 'version-not-found'],
})

export const restoreChatflowVersion = defineRoute({
  method: 'POST',
  path: '/chatflows/:id/versions/:version/restore',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'Restore a version as the newest one.',
  params: VersionParams,
  response: Chatflow,
  errors: ['chatflow-not-found', 'version-not-found'],
})

export const openDraft = defineRoute({
  method: 'POST',
  path: '/chatflows/:id/drafts/:draft/open',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Open a draft that was proposed over MCP. After that it runs with its secrets. Not available to API keys.',
  params: z.strictObject({ id: Id, draft: text(100) }),
  response: z.object({ flowData: z.string() }),
  errors: ['chatflow-not-found', 'version-not-found', 'forbidden'],
})

export const publishChatflowVersion = defineRoute({
  method: 'POST',
  path: '/chatflows/:id/versions/:version/publish',
  access: 'owner',
  right: 'flow.publish',
  tag,
  summary: 'Publish a version. With `publish: "save"`, the next save is published too.',
  params: VersionParams,
  response: Chatflow,
  errors: ['chatflow-not-found', 'version-not-found'],
})
