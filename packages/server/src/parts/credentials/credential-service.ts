import {
  AppError,
  isSecretReference,
  type Credential,
  type CredentialChanges,
  type CredentialFields,
  type CredentialSummary,
  type CredentialTest,
  type CredentialUse,
  type NewCredential,
} from '@chatwright/contract'
import type { CredentialDescription, CredentialValues, Flow } from '@chatwright/core'
import { toFault } from '@chatwright/engine'
import type { Catalogue } from '@chatwright/nodes'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FlowUsage } from '../flow-usage/flow-usage.ts'
import type { Outbound } from '../../guards/outbound/outbound.ts'
import {
  hideSecrets,
  maskFields,
  mergeFields,
  refuseUnknownFields,
  secretFields,
  toCredentialValues,
} from './credential-fields.ts'
import type { CredentialRow, CredentialStore, CredentialSummaryRow } from './credential-store.ts'
import type { CredentialVault, Grant } from './credential-vault.ts'
import { nodesHolding } from './nodes-holding.ts'
import type { SecretReferences } from './secret-references.ts'

export type CredentialService = ReturnType<typeof createCredentialService>

const TEST_TIMEOUT_MS = 15_000

interface CredentialDependencies {
  store: CredentialStore
  vault: CredentialVault
  references: SecretReferences
  catalogue: Pick<Catalogue, 'describeCredential' | 'loadCredential'>
  usage: Pick<FlowUsage, 'mentioning' | 'storesMentioning' | 'isMentionedIn'>
  outbound: Pick<Outbound, 'fetch' | 'providerFetch' | 'dialAddress'>
  /** Credentials that are connected in a browser. */
  connections: { handleFor(id: string): string; revoke(id: string): Promise<void> }
  now?: () => Date
}

export function createCredentialService(dependencies: CredentialDependencies) {
  const { store, vault, references, catalogue, usage, outbound, connections, now = () => new Date() } = dependencies

  async function require(id: string): Promise<CredentialRow> {
    const row = await store.find(id)
    if (!row) throw new AppError('credential-not-found', { id })
    return row
  }

  function requireKind(name: string): CredentialDescription {
    const kind = catalogue.describeCredential(name)
    if (!kind) throw new AppError('credential-kind-not-found', { name })
    return kind
  }

  async function open(id: string, grant: Grant): Promise<CredentialValues> {
    const row = await require(id)
    const values = await resolved(row, row.credential_name, vault.open(row, grant))
    const isConnection = catalogue.describeCredential(row.credential_name)?.isConnection
    return isConnection ? { ...values, connection: connections.handleFor(id) } : values
  }

  /** With the values that secret fields name. Others are what they say: an address may begin with `file:`, too. */
  async function resolved(
    credential: { id: string; name: string },
    kind: string,
    fields: CredentialFields,
  ): Promise<CredentialValues> {
    const secret = secretFields(catalogue.describeCredential(kind), fields)
    return toCredentialValues({ ...fields, ...(await references.resolve(credential, secret)) })
  }

  function refuseUnreadable(kind: CredentialDescription, sent: CredentialFields): void {
    for (const [field, value] of Object.entries(secretFields(kind, sent))) {
      if (isSecretReference(value)) references.check(field, value)
    }
  }

  async function usedBy(id: string): Promise<CredentialUse[]> {
    const [flows, channels, stores] = await Promise.all([
      usage.mentioning(id),
      store.channels(id),
      usage.storesMentioning(id),
    ])
    const uses = new Map<string, CredentialUse>(
      flows.map(({ flowData, ...flow }) => {
        const nodes = nodesHolding(JSON.parse(flowData) as Flow, id)
        return [flow.id, { ...flow, nodes: nodes.map((node) => ({ id: node.id, label: node.data.label })) }]
      }),
    )
    for (const { id: channelId, name: label, flowId, flowName } of channels) {
      const use = uses.get(flowId) ?? { id: flowId, name: flowName, nodes: [] }
      uses.set(flowId, { ...use, nodes: [...use.nodes, { id: channelId, label }] })
    }
    return [...uses.values(), ...stores.map((each) => ({ ...each, nodes: [], isStore: true }))]
  }

  async function test(
    kind: CredentialDescription,
    fields: CredentialFields,
    credential = { id: '', name: kind.label },
  ): Promise<CredentialTest> {
    const { test } = await catalogue.loadCredential(kind.name)
    if (!test) return { ok: false, message: `${kind.label} can't be tested here.` }
    let values: CredentialValues = {}
    try {
      values = await resolved(credential, kind.name, fields)
      const { fetch, providerFetch, dialAddress } = outbound
      const signal = AbortSignal.timeout(TEST_TIMEOUT_MS)
      return {
        ok: true,
        message: hideSecrets(await test({ values, context: { fetch, providerFetch, dialAddress }, signal }), values),
      }
    } catch (error) {
      const { message, hint } = toFault(error)
      return {
        ok: false,
        message: hideSecrets(message, values),
        ...(hint !== undefined && { hint: hideSecrets(hint, values) }),
      }
    }
  }

  function toCredential(row: CredentialRow): Credential {
    const values = vault.open(row, { to: 'owner' })
    return { ...toSummary(row), plainDataObj: maskFields(catalogue.describeCredential(row.credential_name), values) }
  }

  return {
    async list(kinds: readonly string[] | undefined): Promise<CredentialSummary[]> {
      return (await store.list(kinds)).map(toSummary)
    },

    async get(id: string): Promise<Credential> {
      return toCredential(await require(id))
    },

    async usedBy(id: string): Promise<CredentialUse[]> {
      await require(id)
      return usedBy(id)
    },

    async create({ name, credentialName, plainDataObj }: NewCredential): Promise<Credential> {
      const kind = requireKind(credentialName)
      refuseUnknownFields(kind, plainDataObj)
      refuseUnreadable(kind, plainDataObj)
      const at = now().toISOString()
      const id = randomUUID()
      const row: CredentialRow = {
        id,
        name,
        credential_name: credentialName,
        encrypted_data: vault.seal(id, mergeFields({}, plainDataObj)),
        created_date: at,
        updated_date: at,
        connection_state: null,
        connection_error: null,
        renewed_until: null,
      }
      await store.insert(row)
      return toCredential(row)
    },

    async update(id: string, { name, credentialName, plainDataObj }: CredentialChanges): Promise<Credential> {
      const row = await store.change(id, (current) => {
        const kind = requireKind(credentialName ?? current.credential_name)
        if (plainDataObj) {
          refuseUnknownFields(kind, plainDataObj)
          refuseUnreadable(kind, plainDataObj)
        }
        const isOtherKind = kind.name !== current.credential_name
        const columns = {
          credential_name: kind.name,
          updated_date: now().toISOString(),
          ...(name !== undefined && { name }),
        }
        if (!plainDataObj && !isOtherKind) return columns
        const kept = isOtherKind ? {} : readable(current, plainDataObj)
        const merged = mergeFields(kept, plainDataObj ?? {})
        // What one client was allowed is not shown to another: whoever changes a field connects anew.
        if (isOtherKind || !isDeepStrictEqual(merged, kept)) {
          const fresh = { connection_state: null, connection_error: null }
          return { ...columns, ...fresh, encrypted_data: vault.seal(id, merged) }
        }
        return columns
      })
      if (!row) throw new AppError('credential-not-found', { id })
      return toCredential(row)
    },

    async delete(id: string, { isForced }: { isForced: boolean }): Promise<void> {
      await require(id)
      const uses = await usedBy(id)
      if (uses.length > 0 && !isForced) {
        throw new AppError('credential-in-use', { flows: uses.map(({ id: user, name }) => ({ id: user, name })) })
      }
      await connections.revoke(id)
      if (!(await store.delete(id))) throw new AppError('credential-not-found', { id })
    },

    async testKept(id: string, sent: CredentialFields | undefined): Promise<CredentialTest> {
      const row = await require(id)
      const kind = requireKind(row.credential_name)
      if (sent) refuseUnknownFields(kind, sent)
      return test(kind, mergeFields(vault.open(row, { to: 'owner' }), sent ?? {}), row)
    },

    async testNew(credentialName: string, sent: CredentialFields): Promise<CredentialTest> {
      const kind = requireKind(credentialName)
      refuseUnknownFields(kind, sent)
      return test(kind, mergeFields({}, sent))
    },

    /** The values behind a connection, for whoever gets its tokens. */
    settingsFor: (row: CredentialRow) => resolved(row, row.credential_name, vault.open(row, { to: 'owner' })),

    /** Which kind of credential this is, if there is one. */
    kindOf: async (id: string) => (await store.find(id))?.credential_name,

    /** For a node on the canvas that loads its choices. */
    forCanvas: (id: string, kinds: readonly string[]) => open(id, { to: 'canvas', kinds }),

    /** For a channel that holds it. */
    forChannel: (id: string, kinds: readonly string[]) => open(id, { to: 'channel', kinds }),

    /** For a run of a flow, if that flow was given this credential. */
    async forFlow(id: string, { allowedNames, flowId }: { allowedNames: readonly string[]; flowId: string }) {
      const isHeld = await usage.isMentionedIn(flowId, id)
      return open(id, { to: 'flow', kinds: allowedNames, isHeld })
    },
  }

  /** A credential that can no longer be read is mended by sending every field anew. */
  function readable(row: CredentialRow, sent: CredentialFields | undefined): CredentialFields {
    const kind = catalogue.describeCredential(row.credential_name)
    const isComplete = kind?.inputs.every((input) => input.optional || typeof sent?.[input.name] !== 'undefined')
    try {
      return vault.open(row, { to: 'owner' })
    } catch (error) {
      if (isComplete) return {}
      throw error
    }
  }
}

function toSummary(row: CredentialSummaryRow): CredentialSummary {
  return {
    id: row.id,
    name: row.name,
    credentialName: row.credential_name,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
    ...(row.connection_state !== null && {
      connection: {
        state: row.connection_state,
        ...(row.connection_error !== null && { message: row.connection_error }),
      },
    }),
  }
}
