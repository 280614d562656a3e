import {
  AppError,
  type ApiKey,
  type ApiKeyChanges,
  type ApiKeyPermission,
  type FlowName,
  type NewApiKey,
  type OpenedChatflow,
} from '@chatwright/contract'
import { FreshValues } from '../../ground/fresh-values.ts'
import { randomUUID } from 'node:crypto'
import type { FlowsOfKeys } from './flows-of-keys.ts'
import { readNetworks, type HoldsAddress } from '../http/allowed-networks.ts'
import type { Caller } from '../askers/caller.ts'
import { digestApiKey, hintOf, makeApiKey } from './api-key-secret.ts'
import type { ApiKeyRow, ApiKeyStore } from './api-key-store.ts'
import { createLastUsed } from './last-used.ts'

type KeyCaller = Extract<Caller, { kind: 'api-key' }>

export type ApiKeyService = ReturnType<typeof createApiKeyService>

/** How long another instance may still honour a key that was deleted on this one. */
const CACHED_MS = 5000
const CACHED_KEYS = 1000

interface ApiKeyDependencies {
  store: ApiKeyStore
  flows: FlowsOfKeys
  now?: () => Date
}

export function createApiKeyService({ store, flows: ofKeys, now = () => new Date() }: ApiKeyDependencies) {
  const lastUsed = createLastUsed(store, now)
  const known = new FreshValues<{ caller: KeyCaller; holds: HoldsAddress }>(CACHED_KEYS, { goodForMs: CACHED_MS })

  const toApiKey = (row: ApiKeyRow, usedBy: FlowName[]): ApiKey => ({
    id: row.id,
    keyName: row.key_name,
    apiKey: row.hint,
    permissions: readPermissions(row),
    flows: readList(row.flows),
    networks: readList(row.networks),
    createdAt: row.created_date,
    lastUsedDate: lastUsed.pending(row.id) ?? row.last_used_date,
    isClosed: row.is_closed === 1,
    usedBy,
  })

  const use = ({ caller, holds }: { caller: KeyCaller; holds: HoldsAddress }, address: string): KeyCaller => {
    if (!holds(address)) {
      throw new AppError('forbidden', undefined, { message: `This API key can't be used from ${address}.` })
    }
    lastUsed.note(caller.id)
    return caller
  }

  return {
    async list(): Promise<ApiKey[]> {
      const [rows, flows] = await Promise.all([store.list(), ofKeys.demandingApiKeys()])
      return rows.map((row) => toApiKey(row, flows.get(row.id) ?? []))
    },

    async permissionsOf(id: string): Promise<ApiKeyPermission[]> {
      const row = await store.find(id)
      if (!row) throw new AppError('api-key-not-found', { id })
      return readPermissions(row)
    },

    /** The answer alone holds the key in clear. */
    async create({ keyName, permissions, flows, networks }: NewApiKey): Promise<ApiKey> {
      refuseUnheldList(permissions ?? [], flows ?? null)
      const key = makeApiKey()
      const row: ApiKeyRow = {
        id: randomUUID(),
        key_name: keyName,
        digest: digestApiKey(key),
        hint: hintOf(key),
        permissions: JSON.stringify([...new Set(permissions ?? ['predict'])]),
        flows: writeList(flows),
        networks: writeList(networks),
        created_date: now().toISOString(),
        last_used_date: null,
        is_closed: 0,
      }
      await store.insert(row)
      return { ...toApiKey(row, []), apiKey: key }
    },

    async update(id: string, { keyName, permissions, flows, networks, isClosed }: ApiKeyChanges): Promise<ApiKey> {
      const before = permissions === undefined && flows === undefined ? undefined : await store.find(id)
      if (before) {
        const rights = permissions ?? readPermissions(before)
        refuseUnheldList(rights, flows === undefined ? readList(before.flows) : flows)
      }
      const row = await store.update(id, {
        ...(keyName !== undefined && { key_name: keyName }),
        ...(permissions !== undefined && { permissions: JSON.stringify([...new Set(permissions)]) }),
        ...(flows !== undefined && { flows: writeList(flows) }),
        ...(networks !== undefined && { networks: writeList(networks) }),
        ...(isClosed !== undefined && { is_closed: isClosed ? 1 : 0 }),
      })
      known.clear()
      if (!row) throw new AppError('api-key-not-found', { id })
      return toApiKey(row, (await ofKeys.demandingApiKeys()).get(id) ?? [])
    },

    async delete(id: string, { isForced }: { isForced: boolean }): Promise<void> {
      if (!(await store.find(id))) throw new AppError('api-key-not-found', { id })
      const flows = (await ofKeys.demandingApiKeys()).get(id) ?? []
      if (flows.length > 0 && !isForced) throw new AppError('api-key-in-use', { flows })
      const wasThere = await store.delete(id)
      known.clear()
      if (!wasThere) throw new AppError('api-key-not-found', { id })
    },

    /** Who a bearer token stands for. Throws for one that is not used from where it may be. */
    async find(token: string, address: string): Promise<KeyCaller | undefined> {
      const digest = digestApiKey(token)
      const cached = known.get(digest)
      if (cached) return use(cached, address)
      const row = await store.findByDigest(digest)
      if (!row || row.is_closed === 1) return undefined
      const caller: KeyCaller = {
        kind: 'api-key',
        id: row.id,
        permissions: readPermissions(row),
        flows: readList(row.flows),
      }
      const found = { caller, holds: readNetworks(readList(row.networks)) }
      known.set(digest, found)
      return use(found, address)
    },

    /** The flows a key opens. */
    async opens({ id, flows, permissions }: KeyCaller): Promise<OpenedChatflow[]> {
      if (!permissions.includes('predict') && !permissions.includes('manage')) return []
      const open = await ofKeys.openToKey(id)
      return open
        .filter((flow) => flows === null || flows.includes(flow.id))
        .map((flow) => ({
          id: flow.id,
          name: flow.name,
          type: flow.type,
          deployed: flow.deployed === 1,
          isPublic: flow.is_public === 1,
          category: flow.category,
          createdDate: flow.created_date,
          updatedDate: flow.updated_date,
        }))
    },

    /** Looks at every key again: a loaded file may have replaced them all. */
    forget: () => known.clear(),

    close: () => lastUsed.close(),
  }
}

function readPermissions(row: ApiKeyRow): ApiKeyPermission[] {
  return JSON.parse(row.permissions) as ApiKeyPermission[]
}

function readList(column: string | null): string[] | null {
  return column === null ? null : (JSON.parse(column) as string[])
}

function writeList(list: readonly string[] | null | undefined): string | null {
  return list ? JSON.stringify([...new Set(list)]) : null
}

/** Whoever manages reaches every flow, so a list beside it would be a promise that nothing holds. */
function refuseUnheldList(permissions: readonly string[], flows: readonly string[] | null): void {
  if (flows === null || !permissions.includes('manage')) return
  const message = 'A key with "manage" opens every flow. Leave "flows" out, or take "manage" away.'
  throw new AppError('invalid-request', { issues: [{ path: 'body.flows', message }] }, { message })
}
