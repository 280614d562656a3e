import type { ValuePlan, Step } from './plan.ts'

/** Which output each branching step took. A step that is not in here has not been decided, or is dead itself. */
export type Decisions = ReadonlyMap<number, string>

/**
 * The steps that no live branch reaches. A node is dead when an input it cannot do without comes from a dead branch,
 * or when everything it takes from branches is dead; a node where branches meet again lives with what is left.
 */
export function deadSteps(plan: ValuePlan, decisions: Decisions): Set<number> {
  const dead = new Set<number>()
  if (plan.forks.length === 0) return dead
  for (const step of plan.steps) if (isDead(step, { plan, decisions, dead })) dead.add(step.index)
  return dead
}

export function isLinkDead(
  link: Step['links'][number],
  { plan, decisions, dead }: { plan: ValuePlan; decisions: Decisions; dead: ReadonlySet<number> },
): boolean {
  if (dead.has(link.source)) return true
  if (!plan.steps[link.source]?.isFork || link.output === undefined) return false
  const taken = decisions.get(link.source)
  return taken !== undefined && taken !== link.output
}

function isDead(step: Step, state: { plan: ValuePlan; decisions: Decisions; dead: ReadonlySet<number> }): boolean {
  const deadLinks = step.links.filter((link) => isLinkDead(link, state))
  if (deadLinks.length === 0) return false
  if (deadLinks.some(({ isRequired }) => isRequired)) return true
  const lostLinks = new Set(deadLinks)
  return !step.links.some((link) => !lostLinks.has(link) && comesFromBranch(link.source, state.plan))
}

function comesFromBranch(source: number, { steps }: ValuePlan): boolean {
  const step = steps[source]
  return step !== undefined && (step.isFork || step.isGuarded)
}
