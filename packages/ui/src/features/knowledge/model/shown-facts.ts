/** Facts that say nothing to people: the id of the source that a passage belongs to. */
const HIDDEN: ReadonlySet<string> = new Set(['docId'])

export interface ShownFact {
  name: string
  value: string
}

/** The facts of a passage as people read them: names and values, without what only machines need or what is said beside it. */
export function shownFacts(facts: Readonly<Record<string, unknown>>, document?: string): readonly ShownFact[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const isSaid = (name === 'source' && value === document) || linesOf({ [name]: value }) !== undefined
    if (HIDDEN.has(name) || isSaid) return []
    return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }]
  })
}

/** From which line of its document to which a passage goes, where that is all that is known of its place. */
export function linesOf({ loc }: Readonly<Record<string, unknown>>): { from: number; to: number } | undefined {
  const { lines, ...rest } = Object(loc) as { lines?: unknown }
  const { from, to } = Object(lines) as { from?: unknown; to?: unknown }
  const isAll = Object.keys(rest).length === 0
  return isAll && typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined
}
