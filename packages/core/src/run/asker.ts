/** The doors through which somebody starts a run or decides what it waits for. */
export const WAYS = [
  'canvas',
  'chat',
  'openai',
  'mcp',
  'webhook',
  'channel',
  'schedule',
  'review-link',
  'screen',
] as const
export type Way = (typeof WAYS)[number]

/** The permission words. Roles, API keys and routes are written in them, and nothing else says who may do what. */
export const RIGHTS = [
  'flow.read',
  'flow.edit',
  'flow.publish',
  'flow.share',
  'flow.run',
  'run.read',
  'run.reveal',
  'run.decide',
  'credential.use',
  'credential.edit',
  'knowledge.read',
  'knowledge.edit',
  'test.edit',
  'spend.read',
  'spend.edit',
  'key.edit',
  'member.edit',
  'project.edit',
  'server.admin',
  'audit.read',
] as const
export type Right = (typeof RIGHTS)[number]

export const ACTOR_KINDS = [
  'person',
  'api-key',
  'visitor',
  'webhook',
  'schedule',
  'channel-user',
  'mcp-client',
  'reviewer',
] as const

/** Who it is, as far as the door knows. */
export interface Actor {
  kind: (typeof ACTOR_KINDS)[number]
  id?: string
  name?: string
}

/** Who asks or decides, made once at the door. */
export interface Asker {
  actor: Actor
  way: Way
  /** Whose credential the actor showed: the API key behind a client or a sender. */
  onBehalfOf?: Actor
  rights: readonly Right[]
  /** The flows that the rights are for. Left out for all. */
  flows?: readonly string[]
  /** Where a request came from whose sender isn't known otherwise. Limits count a network as one. */
  network?: string
}

/** A person in the chat who isn't the owner or a reviewer. */
export const VISITOR: Asker = { actor: { kind: 'visitor' }, way: 'chat', rights: [] }

/** Who decided something, and by which door: kept with the decision. */
export interface DecidedBy extends Actor {
  way: Way
}

export function deciderOf({ actor, way, onBehalfOf }: Asker): DecidedBy {
  return { ...(onBehalfOf?.id !== undefined && { id: onBehalfOf.id }), ...actor, way }
}
