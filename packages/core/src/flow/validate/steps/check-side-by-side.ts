import type { NodeDescription } from '../../../node/definition.ts'
import type { Flow, FlowNode } from '../../document.ts'
import { flowGraph } from '../../graph.ts'
import { loopTarget } from '../../steps/before-step.ts'
import { readRows } from '../../steps/read-rows.ts'
import { parentOf } from '../../steps/step-edge.ts'
import { downstreamOf, upstreamOf } from '../../upstream.ts'
import type { Problem } from '../problem.ts'

interface KnownStep {
  node: FlowNode
  description: NodeDescription | undefined
}

/** What steps that run at once would do to each other: write one value, or bring one step round by two loops. */
export function checkSideBySide(flow: Flow, steps: readonly KnownStep[]): Problem[] {
  const start = steps.find(({ description }) => description?.traits?.step?.starts)
  const isParallel = String(start?.node.data.inputs['startParallel']) === 'true'
  if (!start || !isParallel) return []
  const decisions = steps.flatMap(({ node, description }) => (description?.traits?.step?.decides ? [node.id] : []))
  const areApart = createApart(flow, decisions)
  return [...checkWriters(steps, listsOf(start), areApart), ...checkLoops(flow, steps, areApart)]
}

type Apart = (one: FlowNode, other: FlowNode) => boolean

/** Whether two steps may run at the same time: none comes after the other, and no decision takes only one of them. */
function createApart(flow: Flow, decisions: readonly string[]): Apart {
  const known = new Map<string, Set<string>>()
  const before = (id: string): Set<string> => {
    const found = known.get(id) ?? upstreamOf(flow, id)
    known.set(id, found)
    return found
  }
  const branches = new Map<string, Map<string, Set<string>>>()
  return (one, other) => {
    if (one.id === other.id || parentOf(one) !== parentOf(other)) return false
    const [first, second] = [before(one.id), before(other.id)]
    if (first.has(other.id) || second.has(one.id)) return false
    return !decisions.some((id) => {
      if (!first.has(id) || !second.has(id)) return false
      const outputs = branches.get(id) ?? outputsOf(flow, id)
      branches.set(id, outputs)
      return excludes(outputs, one.id, other.id)
    })
  }
}

/** The steps that each output of a decision leads to. */
function outputsOf(flow: Flow, id: string): Map<string, Set<string>> {
  const outputs = new Map<string, Set<string>>()
  for (const { sourceHandle, target } of flowGraph(flow).outgoing.get(id) ?? []) {
    const reached = outputs.get(sourceHandle) ?? new Set<string>()
    outputs.set(sourceHandle, reached)
    for (const each of [target, ...downstreamOf(flow, target)]) reached.add(each)
  }
  return outputs
}

/** No output of the decision leads to both. */
function excludes(outputs: ReadonlyMap<string, ReadonlySet<string>>, one: string, other: string): boolean {
  return ![...outputs.values()].some((reached) => reached.has(one) && reached.has(other))
}

/** Keys that hold lists take what every branch brings. */
function listsOf({ node, description }: KnownStep): Set<string> {
  const rows = readRows(node.data.inputs[description?.traits?.step?.declaresState ?? '']) ?? []
  return new Set(rows.flatMap(({ key, type }) => (type === 'list' && typeof key === 'string' ? key : [])))
}

function checkWriters(steps: readonly KnownStep[], lists: ReadonlySet<string>, areApart: Apart): Problem[] {
  const writers = new Map<string, FlowNode[]>()
  for (const { node, description } of steps) {
    const rows = readRows(node.data.inputs[description?.traits?.step?.updatesState ?? '']) ?? []
    for (const key of new Set(rows.map((row) => row['key']))) {
      if (typeof key !== 'string' || key === '' || lists.has(key)) continue
      const known = writers.get(key)
      if (known) known.push(node)
      else writers.set(key, [node])
    }
  }
  return [...writers].flatMap(([key, nodes]) => {
    const pair = pairOf(nodes, areApart)
    return pair ? [writtenTwice(key, pair)] : []
  })
}

const MOST_COMPARED = 50

/** The first two of some steps that may run at the same time. */
function pairOf(nodes: readonly FlowNode[], areApart: Apart): [FlowNode, FlowNode] | undefined {
  const some = nodes.slice(0, MOST_COMPARED)
  for (const [index, one] of some.entries()) {
    const other = some.slice(index + 1).find((each) => areApart(one, each))
    if (other) return [one, other]
  }
  return undefined
}

function writtenTwice(key: string, [one, other]: [FlowNode, FlowNode]): Problem {
  const values = { key, node: one.data.label, other: other.data.label }
  return {
    code: 'side-by-side',
    severity: 'warning',
    nodeId: other.id,
    message: `${values.node} and ${values.other} run at the same time and both write "${key}". The step added last wins.`,
    fix: 'Run one after the other, write different keys, or make the key a list in the Start step.',
    phrase: { id: 'stateWrittenTwice', values },
  }
}

/** Two loops that go round at the same time and come to one step have no order there. */
function checkLoops(flow: Flow, steps: readonly KnownStep[], areApart: Apart): Problem[] {
  const { nodes } = flowGraph(flow)
  const loops = steps.flatMap(({ node }) => {
    const target = nodes.get(loopTarget(node) ?? '')
    return target ? [{ node, target, reached: downstreamOf(flow, target.id) }] : []
  })
  const some = loops.slice(0, MOST_COMPARED)
  return some.flatMap((loop, index) =>
    some.slice(index + 1).flatMap((other): Problem[] => {
      if (loop.target.id === other.target.id || !areApart(loop.target, other.target)) return []
      const shared = [...loop.reached].find((id) => other.reached.has(id))
      const meeting = shared === undefined ? undefined : nodes.get(shared)
      return meeting ? [loopsMeet(loop.node, other.node, meeting)] : []
    }),
  )
}

function loopsMeet(one: FlowNode, other: FlowNode, meeting: FlowNode): Problem {
  const values = { node: one.data.label, other: other.data.label, step: meeting.data.label }
  return {
    code: 'side-by-side',
    severity: 'error',
    nodeId: other.id,
    message: `${values.node} and ${values.other} loop at the same time and both lead to ${values.step}, which may run any number of times.`,
    fix: 'Add a condition before one of them, put one loop inside the other, or turn off "Run Side By Side" in the Start step.',
    phrase: { id: 'loopsMeet', values },
  }
}
