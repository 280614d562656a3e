import type { Plan } from './plan.ts'

/** Plans by flow and version. Holds a fixed number; the one unused for longest goes first. */
export interface PlanCache {
  /** The cached plan, or the one that `compile` makes; asked for twice at once, it is made once. */
  get(key: PlanKey, compile: () => Promise<Plan>): Promise<Plan>
  /** Forgets the plans of one flow, or all: something outside the flow changed (a credential, a tool). */
  forget(flowId?: string): void
  readonly size: number
}

export interface PlanKey {
  flowId: string
  version: number
  mode?: 'answer' | 'upsert'
  /** Tells apart plans made with different options. */
  variant?: string
}

export function createPlanCache({ limit }: { limit: number }): PlanCache {
  // A map keeps insertion order: taking an entry out and putting it back makes it the newest.
  const entries = new Map<string, { flowId: string; plan: Promise<Plan> }>()
  return {
    get(key, compile) {
      const id = `${key.flowId}@${key.version}/${key.mode ?? 'answer'}/${key.variant ?? ''}`
      const known = entries.get(id)
      if (known) {
        entries.delete(id)
        entries.set(id, known)
        return known.plan
      }
      const entry = { flowId: key.flowId, plan: compile() }
      entries.set(id, entry)
      // A flow that failed to compile may do so again for another reason, say a node folder that was added.
      entry.plan.catch(() => {
        if (entries.get(id) === entry) entries.delete(id)
      })
      const [oldest] = entries.keys()
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
      return entry.plan
    },
    forget(flowId) {
      for (const [id, entry] of entries) if (flowId === undefined || entry.flowId === flowId) entries.delete(id)
    },
    get size() {
      return entries.size
    },
  }
}
