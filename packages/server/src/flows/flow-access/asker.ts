import type { Actor, Asker, Way } from '@chatwright/core'
import type { CallerRights } from './caller-rights.ts'

/** Ways on which people and their own programs decide for themselves; on every other somebody else's words come along. */
const DECIDES_ITSELF: ReadonlySet<Way> = new Set<Way>(['canvas', 'chat', 'screen'])

const ACTORS: Partial<Record<Way, Actor['kind']>> = {
  mcp: 'mcp-client',
  webhook: 'webhook',
  channel: 'channel-user',
  schedule: 'schedule',
}

/** Who asks, by the door that was taken and what was shown there. */
export function askerOf(
  way: Way,
  { audience, keyId }: Pick<CallerRights, 'audience' | 'keyId'>,
  known: Pick<Actor, 'id' | 'name'> = {},
): Asker {
  const isOwner = audience === 'owner'
  const kind = ACTORS[way] ?? (keyId === undefined ? (isOwner ? 'person' : 'visitor') : 'api-key')
  const actor: Actor = { kind, ...(keyId !== undefined && { id: keyId }), ...known }
  return { actor, way, rights: isOwner && DECIDES_ITSELF.has(way) ? ['run.decide'] : [] }
}

/** The owner before the list of what waits. */
export const ON_SCREEN = askerOf('screen', { audience: 'owner' })
/** The owner in the chat of the canvas. */
export const ON_CANVAS = askerOf('canvas', { audience: 'owner' })
/** The holder of a review link. */
export const BY_LINK: Asker = { actor: { kind: 'reviewer' }, way: 'review-link', rights: ['run.decide'] }

/** A person of a channel who follows a link from there: they decide as they would there, with the buttons. */
export function channelUserByLink(known: Pick<Actor, 'id' | 'name'> = {}): Asker {
  const { id, name } = known
  const actor: Actor = { kind: 'channel-user', ...(id !== undefined && { id }), ...(name !== undefined && { name }) }
  return { actor, way: 'review-link', rights: [] }
}
