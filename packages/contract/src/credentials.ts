import { z } from 'zod'
import { asRead, Deletion, FlowName, ForceQuery, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Credentials'

/** Stands for a secret that is set. Sent back, it keeps the secret as it is. */
export const SECRET_IS_SET = '_FLOWISE_BLANK_07167752-1a71-43b1-bf8f-4f32252165db'

/** Whether a secret field names where its value lies, in place of the value: `env:NAME`, `file:NAME`, `vault:PATH#FIELD`. */
export function isSecretReference(value: unknown): value is string {
  return typeof value === 'string' && /^(env|file|vault):\S+$/.test(value)
}

export const CredentialSummary = z.object({
  id: z.string(),
  name: z.string(),
  /** The kind, as `/components-credentials` names it. */
  credentialName: z.string(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
  /** Of one that is connected in a browser: how it stands. Missing until it was connected once. */
  connection: z
    .object({ state: z.enum(['connected', 'expired', 'narrowed', 'failed']), message: z.string().optional() })
    .optional(),
})
export type CredentialSummary = z.infer<typeof CredentialSummary>

export const Credential = CredentialSummary.extend({
  /** The fields; a secret that is set shows as a fixed marker, a reference as it is, and one that is not set is left out. */
  plainDataObj: z.record(z.string(), z.unknown()),
})
export type Credential = z.infer<typeof Credential>

const Values = z.record(text(200), z.union([text(100_000), z.number(), z.boolean(), z.null().transform(() => '')]))
export type CredentialFields = z.infer<typeof Values>

const CredentialLabel = text(200).refine((name) => name.trim() !== '', 'A credential needs a name')

const writable = z.strictObject({
  name: CredentialLabel,
  credentialName: text(200).min(1),
  plainDataObj: Values,
})
const older = ['workspaceId', 'shared']

export const NewCredential = asRead(writable, Credential, older)
export type NewCredential = z.infer<typeof NewCredential>

export const CredentialChanges = asRead(writable.partial(), Credential, older)
export type CredentialChanges = z.infer<typeof CredentialChanges>

export const CredentialTest = z.object({ ok: z.boolean(), message: z.string(), hint: z.string().optional() })
export type CredentialTest = z.infer<typeof CredentialTest>

/** A flow with the nodes, and the channels it answers in, that use a credential; or a store of documents. */
export const CredentialUse = FlowName.extend({
  nodes: z.array(z.object({ id: z.string(), label: z.string() })),
  /** It is a store of documents that uses it, not a flow. */
  isStore: z.boolean().optional(),
})
export type CredentialUse = z.infer<typeof CredentialUse>

export const listCredentials = defineRoute({
  method: 'GET',
  path: '/credentials',
  access: 'owner',
  right: 'credential.use',
  tag,
  summary: 'List credentials without their values. `credentialName` filters by type and can be repeated.',
  query: z.strictObject({
    credentialName: z.union([text(200), z.array(text(200)).max(100)]).optional(),
  }),
  response: z.array(CredentialSummary),
})

export const getCredential = defineRoute({
  method: 'GET',
  path: '/credentials/:id',
  access: 'owner',
  right: 'credential.edit',
  isAudited: true,
  tag,
  summary: 'Get a credential. Secrets show only whether they are set.',
  params: IdParams,
  response: Credential,
  errors: ['credential-not-found', 'credential-unreadable'],
})

export const getCredentialUse = defineRoute({
  method: 'GET',
  path: '/credentials/:id/usage',
  access: 'owner',
  right: 'credential.use',
  tag,
  summary: 'List the flows, channels and knowledge bases that use a credential.',
  params: IdParams,
  response: z.array(CredentialUse),
  errors: ['credential-not-found'],
})

export const createCredential = defineRoute({
  method: 'POST',
  path: '/credentials',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Create a credential. It is stored encrypted.',
  body: NewCredential,
  response: Credential,
  errors: ['credential-kind-not-found'],
})

export const updateCredential = defineRoute({
  method: 'PUT',
  path: '/credentials/:id',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Update a credential. Omitted fields and masked secrets stay unchanged.',
  params: IdParams,
  body: CredentialChanges,
  response: Credential,
  errors: ['credential-not-found', 'credential-kind-not-found', 'credential-unreadable'],
})

export const deleteCredential = defineRoute({
  method: 'DELETE',
  path: '/credentials/:id',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Delete a credential. Refused while it is in use, unless forced.',
  params: IdParams,
  query: ForceQuery,
  response: Deletion,
  errors: ['credential-not-found', 'credential-in-use'],
})

export const testCredential = defineRoute({
  method: 'POST',
  path: '/credentials/:id/test',
  access: 'owner',
  right: 'credential.edit',
  isAudited: false,
  tag,
  summary: 'Test a stored credential with a cheap call to its provider. Fields in the request override stored ones.',
  params: IdParams,
  body: z.strictObject({ plainDataObj: Values.optional() }),
  response: CredentialTest,
  errors: ['credential-not-found', 'credential-kind-not-found', 'credential-unreadable'],
})

export const testNewCredential = defineRoute({
  method: 'POST',
  path: '/credentials/test',
  access: 'owner',
  right: 'credential.edit',
  isAudited: false,
  tag,
  summary: 'Test credential values before saving them.',
  body: z.strictObject({ credentialName: text(200).min(1), plainDataObj: Values }),
  response: CredentialTest,
  errors: ['credential-kind-not-found'],
})

export const ConnectionStart = z.object({
  /** Where a person allows it. */
  authorizationUrl: z.string().optional(),
  /** The code to enter at `verificationUrl`, on any device. */
  userCode: z.string().optional(),
  verificationUrl: z.string().optional(),
  everySeconds: z.number().optional(),
  isConnected: z.boolean().optional(),
})
export type ConnectionStart = z.infer<typeof ConnectionStart>

export const connectCredential = defineRoute({
  method: 'POST',
  path: '/credentials/:id/connect',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Connect a credential: returns the page to open, a code to enter, or that it is connected.',
  params: IdParams,
  response: ConnectionStart,
  errors: ['credential-not-found', 'credential-unreadable', 'connection-failed'],
})

export const lookAtConnection = defineRoute({
  method: 'GET',
  path: '/credentials/:id/connect',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Check whether a device code has been entered.',
  params: IdParams,
  response: z.object({ isConnected: z.boolean() }),
  errors: ['credential-not-found', 'credential-unreadable', 'connection-failed', 'link-expired'],
})

export const finishConnection = defineRoute({
  method: 'GET',
  path: '/credentials/callback',
  access: 'public',
  isUncounted: true,
  tag,
  summary: "Return from a service's sign-in. Valid once, for ten minutes.",
  query: z.looseObject({
    code: text(4000).optional(),
    state: text(300).optional(),
    error: text(300).optional(),
  }),
  produces: 'text',
  errors: ['link-invalid', 'link-expired', 'connection-failed'],
})
