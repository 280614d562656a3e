import { z } from 'zod'
import { asRead, Deletion, FlowName, ForceQuery, Id, IdParams, IsoDate, Network, text } from './fields.ts'
import { defineRoute, KEY_RIGHTS } from './route.ts'

const tag = 'API keys'

/**
 * `predict` asks flows; `flow.read` and `flow.edit` look at flows and change them over MCP, `run.read` reads runs; `manage` does
 * everything the owner can.
 */
export const ApiKeyPermission = z.enum(['predict', 'manage', ...KEY_RIGHTS])
export type ApiKeyPermission = z.infer<typeof ApiKeyPermission>

export const ApiKey = z.object({
  id: z.string(),
  keyName: z.string(),
  /** The first and last characters; the whole key is shown once, when it is made. */
  apiKey: z.string(),
  permissions: z.array(ApiKeyPermission),
  /** Ids of the flows it opens; null for all. */
  flows: z.array(z.string()).nullable(),
  /** Networks that it works from; null for all. */
  networks: z.array(z.string()).nullable(),
  createdAt: IsoDate,
  lastUsedDate: IsoDate.nullable(),
  /** A loaded file brought it, and it opens nothing until the owner lets it in. */
  isClosed: z.boolean(),
  /** Flows that demand this very key. */
  usedBy: z.array(FlowName),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Rights elsewhere are many, such as `chatflows:view`. None of them grants more here than asking flows. */
const OlderPermission = text(100)
  .regex(/^[\w-]+:[\w-]+$/, `A permission is one of: predict, manage, ${KEY_RIGHTS.join(', ')}`)
  .transform(() => 'predict' as const)

const older = ['apiSecret', 'chatFlows', 'workspaceId', 'createdDate', 'updatedDate']

const writable = {
  keyName: text(200).refine((name) => name.trim() !== '', 'An API key needs a name'),
  permissions: z.array(ApiKeyPermission.or(OlderPermission)).min(1).max(200),
  flows: z.array(Id).max(1000).nullable(),
  networks: z.array(Network).min(1).max(100).nullable(),
}

export const NewApiKey = asRead(z.strictObject(writable).partial().required({ keyName: true }), ApiKey, older)
export type NewApiKey = z.infer<typeof NewApiKey>

/** `isClosed: false` lets a key in; `true` shuts it without deleting it. */
export const ApiKeyChanges = asRead(z.strictObject({ ...writable, isClosed: z.boolean() }).partial(), ApiKey, older)
export type ApiKeyChanges = z.infer<typeof ApiKeyChanges>

export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/apikey',
  access: 'owner',
  right: 'key.edit',
  tag,
  summary: 'List API keys without their values.',
  response: z.array(ApiKey),
})

export const createApiKey = defineRoute({
  method: 'POST',
  path: '/apikey',
  access: 'owner',
  right: 'key.edit',
  tag,
  summary: 'Create an API key. The key itself is returned only this once.',
  body: NewApiKey,
  response: ApiKey,
})

export const updateApiKey = defineRoute({
  method: 'PUT',
  path: '/apikey/:id',
  access: 'owner',
  right: 'key.edit',
  tag,
  summary: 'Rename or activate an API key, or change what it can do and from where.',
  params: IdParams,
  body: ApiKeyChanges,
  response: ApiKey,
  errors: ['api-key-not-found'],
})

export const deleteApiKey = defineRoute({
  method: 'DELETE',
  path: '/apikey/:id',
  access: 'owner',
  right: 'key.edit',
  tag,
  summary: 'Delete an API key. Refused while flows require it, unless forced.',
  params: IdParams,
  query: ForceQuery,
  response: Deletion,
  errors: ['api-key-not-found', 'api-key-in-use'],
})

export const verifyApiKey = defineRoute({
  method: 'GET',
  path: '/verify/apikey/:apiKey',
  access: 'public',
  tag,
  summary: 'Check an API key: returns `OK` if it is valid.',
  params: z.strictObject({ apiKey: z.string().min(1).max(500) }),
  produces: 'text',
  errors: ['unauthorized', 'too-many-requests'],
})

/** What a key's holder may know of a flow it opens: nothing of how the flow is made. */
export const OpenedChatflow = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  deployed: z.boolean(),
  isPublic: z.boolean(),
  category: z.string().nullable(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type OpenedChatflow = z.infer<typeof OpenedChatflow>

export const listChatflowsOfKey = defineRoute({
  method: 'GET',
  path: '/chatflows/apikey/:apiKey',
  access: 'public',
  tag,
  summary: 'List the flows that require an API key.',
  params: z.strictObject({ apiKey: z.string().min(1).max(500) }),
  response: z.array(OpenedChatflow),
  errors: ['unauthorized', 'chatflow-not-found', 'too-many-requests'],
})
