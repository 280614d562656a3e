import type { ApiKeyPermission } from '@chatwright/contract'
import { RIGHTS, ROLES, type Actor, type Asker, type Right, type Way } from '@chatwright/core'
import type { Caller } from './caller.ts'

/** Who stands at each door that isn't for people alone. */
const ACTORS: Partial<Record<Way, Actor['kind']>> = {
  mcp: 'mcp-client',
  webhook: 'webhook',
  channel: 'channel-user',
  schedule: 'schedule',
}

/** Ways on which people and their own programs decide for themselves; on every other somebody else's words come along. */
const DECIDES_ITSELF: ReadonlySet<Way> = new Set<Way>(['canvas', 'chat', 'screen', 'review-link'])

/** Ways that no one else can take. On the others, who only sits at the server's machine has shown nothing that manages it. */
const OWNERS_WAYS: ReadonlySet<Way> = new Set<Way>(['canvas', 'screen'])

const OF_PERMISSION: Record<ApiKeyPermission, readonly Right[]> = {
  predict: ['flow.run'],
  manage: RIGHTS,
  'flow.read': ['flow.read'],
  'flow.edit': ['flow.edit', 'flow.read'],
  'run.read': ['run.read'],
}

/** What a key that doesn't manage is given of flows is meant for building them over MCP. */
const OF_BUILDERS: ReadonlySet<Right> = new Set<Right>(['flow.read', 'flow.edit'])

/** Who asks with a request, by the door that it took and what it showed there. */
export function askerOf(way: Way, caller: Caller, network?: string): Asker {
  const rights = withinWay(way, rightsOf(way, caller))
  const ofWay = ACTORS[way]
  if (caller.kind === 'api-key') {
    const key: Actor = { kind: 'api-key', id: caller.id }
    const flows = caller.flows === null || manages(caller) ? {} : { flows: caller.flows }
    if (ofWay === undefined) return { actor: key, way, rights, ...flows }
    return { actor: { kind: ofWay }, way, onBehalfOf: key, rights, ...flows }
  }
  if (caller.kind === 'person') {
    const person: Actor = { kind: 'person', id: caller.id, name: caller.name }
    if (ofWay === undefined) return { actor: person, way, rights }
    return { actor: { kind: ofWay }, way, onBehalfOf: person, rights }
  }
  const isKnown = caller.kind === 'owner' || caller.isOperator === true
  return {
    actor: { kind: ofWay ?? (isKnown ? 'person' : 'visitor') },
    way,
    rights,
    ...(!isKnown && network !== undefined && { network }),
  }
}

/** What happens by itself, on behalf of those who set it up. */
export function ownAsker(way: 'schedule' | 'webhook'): Asker {
  return { actor: { kind: way }, way, rights: withinWay(way, RIGHTS) }
}

/** Somebody who has nothing but the way in: a person in a channel, or the holder of a flow's token. */
export function guestOf(way: 'channel' | 'mcp' | 'review-link', { id, name }: Pick<Actor, 'id' | 'name'> = {}): Asker {
  const kind = ACTORS[way] ?? 'channel-user'
  return { actor: { kind, ...(id !== undefined && { id }), ...(name !== undefined && { name }) }, way, rights: [] }
}

/** Somebody who counts by themselves, wherever the request came from: a signature tells who sent a webhook. */
export function withoutNetwork<Of extends RunAsker>({ network: _, ...asker }: Of): Omit<Of, 'network'> {
  return asker
}

/** Who asked, as a run keeps it: what they may do is decided at the door each time anew. Of a network a mark alone is kept. */
export type RunAsker = Omit<Asker, 'rights' | 'flows'>

export function keptWithRun({ actor, way, onBehalfOf, network }: Asker, markOf: (network: string) => string): RunAsker {
  return { actor, way, ...(onBehalfOf && { onBehalfOf }), ...(network !== undefined && { network: markOf(network) }) }
}

/** The owner before the list of what waits. */
export const ON_SCREEN = askerOf('screen', { kind: 'owner' })
/** The owner in the chat of the canvas. */
export const ON_CANVAS = askerOf('canvas', { kind: 'owner' })
/** The holder of a review link. */
export const BY_LINK: Asker = { actor: { kind: 'reviewer' }, way: 'review-link', rights: ['run.decide'] }

/** The words behind the permissions of an API key. */
export function rightsOfKey(permissions: readonly ApiKeyPermission[]): readonly Right[] {
  if (permissions.includes('manage')) return RIGHTS
  return permissions.flatMap((permission) => OF_PERMISSION[permission])
}

function rightsOf(way: Way, caller: Caller): readonly Right[] {
  if (caller.kind === 'owner') return RIGHTS
  if (caller.kind === 'anonymous') {
    if (!caller.isOperator) return []
    return OWNERS_WAYS.has(way) ? RIGHTS : RIGHTS.filter((right) => right !== 'server.admin')
  }
  if (caller.kind === 'person') return ROLES[caller.role]
  const given = rightsOfKey(caller.permissions)
  if (manages(caller)) return given
  return way === 'mcp' ? given : given.filter((right) => !OF_BUILDERS.has(right))
}

function withinWay(way: Way, rights: readonly Right[]): readonly Right[] {
  return DECIDES_ITSELF.has(way) ? rights : rights.filter((right) => right !== 'run.decide')
}

function manages({ permissions }: Extract<Caller, { kind: 'api-key' }>): boolean {
  return permissions.includes('manage')
}
