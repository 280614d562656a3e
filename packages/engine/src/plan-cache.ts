import type { ValueKind } from '@chatwright/core'
import type { Wanted } from './find-wanted.ts'
import type { Plan, SharedCells } from './plan.ts'

/** Plans by flow and drawing. Holds a fixed number of flows; the one unused for longest goes first. */
export interface PlanCache {
  /**
   * The cached plan, or the one that `compile` makes; asked for twice at once, it is made once. The plans of one drawing
   * are handed the same cells, so that a memory which is cleared is the one that remembers.
   */
  get<Kind extends ValueKind>(
    key: PlanKey<Kind>,
    compile: (cells: SharedCells) => Promise<Plan<Kind>>,
  ): Promise<Plan<Kind>>
  /** Forgets the plans of one flow, or all: something outside the flow changed (a credential, a tool). */
  forget(flowId?: string): void
  readonly size: number
}

export interface PlanKey<Kind extends ValueKind = ValueKind> extends Wanted<Kind> {
  flowId: string
  /** Names what is compiled: the same for the same. */
  drawing: string
}

interface FlowPlans {
  flowId: string
  cells: SharedCells
  /** By what is wanted. */
  plans: Map<string, Promise<Plan>>
}

export function createPlanCache({ limit }: { limit: number }): PlanCache {
  // A map keeps insertion order: taking an entry out and putting it back makes it the newest.
  const flows = new Map<string, FlowPlans>()

  let newest: string | undefined

  const plansOf = (id: string, flowId: string): FlowPlans => {
    const known = flows.get(id)
    if (known && id === newest) return known
    const entry = known ?? { flowId, cells: new Map(), plans: new Map() }
    flows.delete(id)
    flows.set(id, entry)
    newest = id
    if (flows.size > limit) {
      const [oldest] = flows.keys()
      if (oldest !== undefined) flows.delete(oldest)
    }
    return entry
  }

  return {
    get<Kind extends ValueKind>(key: PlanKey<Kind>, compile: (cells: SharedCells) => Promise<Plan<Kind>>) {
      const id = `${key.flowId}@${key.drawing}`
      const { cells, plans } = plansOf(id, key.flowId)
      const wanted = `${key.want}/${key.nodeId ?? ''}`
      // What is wanted is part of the key, so the plan found there is of that kind.
      const known = plans.get(wanted) as Promise<Plan<Kind>> | undefined
      if (known) return known
      const plan = compile(cells)
      plans.set(wanted, plan)
      // A flow that failed to compile may do so again for another reason, say a node folder that was added.
      plan.catch(() => {
        if (plans.get(wanted) === plan) plans.delete(wanted)
        // Flows that cannot run must not push out those that can.
        if (plans.size === 0) flows.delete(id)
      })
      return plan
    },
    forget(flowId) {
      for (const [id, entry] of flows) if (flowId === undefined || entry.flowId === flowId) flows.delete(id)
    },
    get size() {
      return flows.size
    },
  }
}
