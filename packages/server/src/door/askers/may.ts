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

/** Whether somebody works on the flows here, and learns what is wrong with one in the words that are meant for its builder. */
export function isOwnerHere(asker: Pick<Asker, 'rights'>): boolean {
  return asker.rights.includes('flow.edit')
}

/** Whether somebody may name any conversation and any version. What anybody else names lives apart, and meets what is live. */
export function namesAny(asker: Pick<Asker, 'rights'>): boolean {
  return asker.rights.includes('flow.run')
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
