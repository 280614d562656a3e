import type { GatedCall } from '@chatwright/engine'

/** The node that a call belongs to: its own, or the one that does something outside by itself. */
export function ownerOf({ node, callId }: Pick<GatedCall, 'node' | 'callId'>): string | undefined {
  return node?.id ?? nodeOfCall(callId)
}

/** `llm_0#3` is the third call of a run, made by `llm_0`. */
export function nodeOfCall(callId: string | undefined): string | undefined {
  const end = callId?.lastIndexOf('#') ?? -1
  return end > 0 ? callId?.slice(0, end) : undefined
}

/** Of some nodes the one that an id names, or that it stands inside of. */
export function nodeIn(id: string | undefined, ids: { has(id: string): boolean }): string | undefined {
  for (let name = id; name !== undefined && name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    if (ids.has(name)) return name
  }
  return undefined
}
