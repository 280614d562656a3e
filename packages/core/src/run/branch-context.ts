import { foldState, type StateChange } from './fold-state.ts'

/**
 * What an execution found when it began, and leaves to those after it: the flow's state and what was said in this run.
 * A chain of what the executions before it added, so that ways that ran side by side can be joined again.
 */
export interface BranchContext<Said = unknown> {
  readonly path: string
  readonly before: BranchContext<Said> | undefined
  readonly depth: number
  readonly added: Added<Said>
  /** The whole state, with what was added. */
  readonly state: Readonly<Record<string, unknown>>
}

/** What one execution adds. */
export interface Added<Said = unknown> extends StateChange {
  readonly said?: readonly Said[]
}

export function addTo<Said>(
  before: BranchContext<Said> | undefined,
  path: string,
  added: Added<Said>,
): BranchContext<Said> {
  const state = foldState(before?.state ?? {}, added)
  return { path, before, depth: (before?.depth ?? 0) + 1, added, state }
}

/** Joins ways that ran side by side, in the order they were drawn: of two that wrote one key, the later drawn wins. */
export function joinBranches<Said>(ways: readonly BranchContext<Said>[]): BranchContext<Said> | undefined {
  const [first, ...others] = ways
  return others.reduce((joined, way) => (joined ? joinTwo(joined, way) : way), first)
}

/** Everything that was said, oldest first. */
export function saidIn<Said>(context: BranchContext<Said> | undefined): Said[] {
  const parts: (readonly Said[])[] = []
  for (let link = context; link; link = link.before) if (link.added.said) parts.push(link.added.said)
  return parts.toReversed().flat()
}

function joinTwo<Said>(one: BranchContext<Said>, other: BranchContext<Said>): BranchContext<Said> {
  const fork = forkOf(one, other)
  const here = new Set(linksSince(one, fork).map(({ path }) => path))
  return linksSince(other, fork)
    .filter(({ path }) => !here.has(path))
    .reduce((joined, { path, added }) => addTo(joined, path, added), one)
}

/** The last link both share. */
function forkOf<Said>(one: BranchContext<Said>, other: BranchContext<Said>): BranchContext<Said> | undefined {
  let left: BranchContext<Said> | undefined = one
  let right: BranchContext<Said> | undefined = other
  while (left !== right) {
    if ((left?.depth ?? 0) >= (right?.depth ?? 0)) left = left?.before
    else right = right?.before
  }
  return left
}

function linksSince<Said>(context: BranchContext<Said>, fork: BranchContext<Said> | undefined): BranchContext<Said>[] {
  const links: BranchContext<Said>[] = []
  for (let link: BranchContext<Said> | undefined = context; link && link !== fork; link = link.before) links.push(link)
  return links.toReversed()
}
