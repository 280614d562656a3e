import { validateFlow } from '@chatwright/core'
import type { CatalogueIndex, Flow, Problem } from '@chatwright/core'

export type CanvasProblem = Problem

const NONE: readonly CanvasProblem[] = []

/** What keeps the flow from running, or would make it answer oddly. */
export function findProblems(flow: Flow, catalogue: CatalogueIndex, credentials?: Iterable<string>): CanvasProblem[] {
  return validateFlow(flow, catalogue, credentials ? { credentials } : {})
}

const indexes = new WeakMap<readonly CanvasProblem[], Map<string, CanvasProblem[]>>()

/** The problems of one node; asking for each of a thousand nodes reads the list once. */
export function problemsOf(problems: readonly CanvasProblem[], nodeId: string): readonly CanvasProblem[] {
  if (problems.length === 0) return NONE
  let index = indexes.get(problems)
  if (!index) {
    index = groupByNode(problems)
    indexes.set(problems, index)
  }
  return index.get(nodeId) ?? NONE
}

const UNFILLED: ReadonlySet<CanvasProblem['code']> = new Set(['missing-input', 'missing-credential'])

/** Those that a node and its form show: what nobody has come to fill in yet is not marked. */
export function shownProblems(
  { problems, fresh }: { problems: readonly CanvasProblem[]; fresh: ReadonlySet<string> },
  nodeId: string,
): readonly CanvasProblem[] {
  const all = problemsOf(problems, nodeId)
  return fresh.has(nodeId) ? all.filter(({ code }) => !UNFILLED.has(code)) : all
}

function groupByNode(problems: readonly CanvasProblem[]): Map<string, CanvasProblem[]> {
  const index = new Map<string, CanvasProblem[]>()
  for (const problem of problems) {
    if (problem.nodeId === undefined) continue
    const list = index.get(problem.nodeId)
    if (list) list.push(problem)
    else index.set(problem.nodeId, [problem])
  }
  return index
}

/** The new list with the old objects where nothing changed, so that an edit redraws only the nodes whose problems did. */
export function keepSame(before: readonly CanvasProblem[], after: readonly CanvasProblem[]): readonly CanvasProblem[] {
  const known = new Map(before.map((problem) => [JSON.stringify(problem), problem]))
  const kept = after.map((problem) => known.get(JSON.stringify(problem)) ?? problem)
  const isSame = kept.length === before.length && kept.every((problem, index) => problem === before[index])
  return isSame ? before : kept
}
