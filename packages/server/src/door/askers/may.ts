import type { Asker, Right, Way } from '@chatwright/core'

/** Whether somebody has a right, and where a flow is named, has it there. */
export function may({ rights, flows }: Pick<Asker, 'rights' | 'flows'>, right: Right, flowId?: string): boolean {
  return rights.includes(right) && (flowId === undefined || flows === undefined || flows.includes(flowId))
}

/** Whether a flow is there for somebody at all. */
export function reaches({ flows }: Pick<Asker, 'flows'>, flowId: string): boolean {
  return flows === undefined || flows.includes(flowId)
}

/** The API key that somebody came with. */
export function keyOf({ actor, onBehalfOf }: Pick<Asker, 'actor' | 'onBehalfOf'>): string | undefined {
  return (onBehalfOf ?? actor).kind === 'api-key' ? (onBehalfOf ?? actor).id : undefined
}

/** Whether somebody has all of these, and so may give them to others. */
export function covers({ rights }: Pick<Asker, 'rights'>, wanted: readonly Right[]): boolean {
  return wanted.every((right) => rights.includes(right))
}

/** The person who signed in with a login of their own. The operator has none. */
export function personOf({ actor, onBehalfOf }: Pick<Asker, 'actor' | 'onBehalfOf'>): string | undefined {
  return (onBehalfOf ?? actor).kind === 'person' ? (onBehalfOf ?? actor).id : undefined
}

/** Whether somebody has a login here and may run flows: what is closed to strangers is open to them. */
export function isMember(asker: Pick<Asker, 'actor' | 'onBehalfOf' | 'rights'>): boolean {
  return personOf(asker) !== undefined && asker.rights.includes('flow.run')
}

/** Whether somebody works on the flows here, and learns what is wrong with one in the words that are meant for its builder. */
export function isOwnerHere(asker: Pick<Asker, 'rights'>): boolean {
  return asker.rights.includes('flow.edit')
}

/**
 * Whether somebody may name any conversation and any version. What anybody else names lives apart, and meets what is live: so it is
 * for people who only chat, since others have conversations here.
 */
export function namesAny(asker: Pick<Asker, 'actor' | 'onBehalfOf' | 'rights'>): boolean {
  return asker.rights.includes('flow.run') && (personOf(asker) === undefined || isOwnerHere(asker))
}

/** Showed neither a key nor a login, and doesn't sit at the machine of a server without one. */
export function isStranger({ network }: Pick<Asker, 'network'>): boolean {
  return network !== undefined
}

/** Ways of a flow's own people, which run what is newest and may fill every input. */
const INSIDE: ReadonlySet<Way> = new Set<Way>(['canvas', 'schedule'])
/** Ways on which no one need wait for the answer. */
const UNATTENDED: ReadonlySet<Way> = new Set<Way>(['schedule', 'webhook'])
/** Ways that show suggestions of what to ask next. */
const SUGGESTED: ReadonlySet<Way> = new Set<Way>(['canvas', 'chat'])

/** Whether somebody watches a flow while drawing it, and sees how it is made and runs. */
export const isOnCanvas = ({ way }: Pick<Asker, 'way'>): boolean => way === 'canvas'
/** Whether a question is one of a flow's own people, who alone may send a drawing along. */
export const isInside = ({ way }: Pick<Asker, 'way'>, { draft }: { draft?: string | undefined } = {}): boolean =>
  draft !== undefined || INSIDE.has(way)
export const isUnattended = ({ way }: Pick<Asker, 'way'>): boolean => UNATTENDED.has(way)
export const wantsFollowUps = ({ way }: Pick<Asker, 'way'>): boolean => SUGGESTED.has(way)
