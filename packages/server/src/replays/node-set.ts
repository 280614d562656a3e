import type { GatedCall } from '@chatwright/engine'

/** Whether a call belongs to one of some nodes, or to what was chosen inside of it. */
export function isOfNode({ node }: Pick<GatedCall, 'node'>, ids: ReadonlySet<string>): boolean {
  return nodeIn(node?.id, ids) !== undefined
}

/** Of some nodes the one that an id names, or that it stands inside of. */
export function nodeIn(id: string | undefined, ids: { has(id: string): boolean }): string | undefined {
  for (let name = id; name !== undefined && name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    if (ids.has(name)) return name
  }
  return undefined
}
