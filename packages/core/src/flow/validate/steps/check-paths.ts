import type { NodeDescription } from '../../../node/definition.ts'
import type { Flow, FlowEdge, FlowNode } from '../../document.ts'
import { flowGraph } from '../../graph.ts'
import { nodeOutputs } from '../../node-outputs.ts'
import { loopTarget } from '../../steps/before-step.ts'
import { parentOf } from '../../steps/step-edge.ts'
import { topologicalOrder } from '../../topological-order.ts'
import { downstreamOf } from '../../upstream.ts'
import type { Problem } from '../problem.ts'

interface KnownStep {
  node: FlowNode
  description: NodeDescription | undefined
}

/** Whether a run can find its way: one Start, no circle, nothing left aside, loops that go back to something. */
export function checkPaths(flow: Flow, steps: readonly KnownStep[]): Problem[] {
  const starts = steps.filter(isStart).map(({ node }) => node)
  return [
    ...checkStarts(starts),
    ...checkCircle(flow),
    ...checkEnds(flow),
    ...checkReach(flow, steps, starts),
    ...steps.flatMap(({ node }) => checkLoop(flow, node)),
  ]
}

/** A Start that the catalogue lacks is said to be unknown; to miss another one would help nobody. */
function isStart({ node, description }: KnownStep): boolean {
  return description ? description.traits?.step?.starts === true : node.data['hideInput'] === true
}

function checkStarts(starts: readonly FlowNode[]): Problem[] {
  if (starts.length === 0) {
    return [
      {
        code: 'no-start',
        severity: 'error',
        message: "This flow doesn't have a Start step, so it can't run.",
        fix: 'Add a Start step and connect it to the first step.',
        phrase: { id: 'noStart', values: {} },
      },
    ]
  }
  return starts.slice(1).map(({ id, data }) => ({
    code: 'several-starts',
    severity: 'error',
    nodeId: id,
    message: `${data.label} (${id}) is a second Start step. A flow has only one.`,
    fix: 'Keep one Start step and delete the others.',
    phrase: { id: 'severalStarts', values: { node: `${data.label} (${id})` } },
  }))
}

function checkCircle(flow: Flow): Problem[] {
  const { cycle } = topologicalOrder(flow)
  const [first] = cycle ?? []
  if (!cycle || first === undefined) return []
  const { nodes, outgoing } = flowGraph(flow)
  const closing = outgoing.get(cycle.at(-1) ?? '')?.find((edge) => edge.target === first)
  const labels = [...cycle.slice(0, 8), ...(cycle.length > 8 ? ['…'] : []), first].map(
    (id) => nodes.get(id)?.data.label ?? id,
  )
  return [
    {
      code: 'cycle',
      severity: 'error',
      nodeId: first,
      ...(closing && { edgeId: closing.id, action: { type: 'remove-edge', edgeId: closing.id } }),
      message: `These steps form a circle: ${labels.join(' → ')}.`,
      fix: 'Remove one of the connections between them. To repeat steps, add a Loop.',
      phrase: { id: 'stepCircle', values: { nodes: labels.join(' → ') } },
    },
  ]
}

/** Edges that lead to nothing. */
function checkEnds(flow: Flow): Problem[] {
  const { nodes } = flowGraph(flow)
  return flow.edges.flatMap((edge): Problem[] => {
    const missing = [edge.source, edge.target].find((id) => !nodes.has(id))
    if (missing === undefined) return checkOutput(edge, nodes.get(edge.source))
    return [
      {
        code: 'dangling-edge',
        severity: 'warning',
        edgeId: edge.id,
        message: `The connection from ${edge.source} to ${edge.target} leads nowhere: the node ${missing} doesn't exist.`,
        fix: 'Remove the connection.',
        phrase: { id: 'edgeDangling', values: { source: edge.source, target: edge.target, missing } },
        action: { type: 'remove-edge', edgeId: edge.id },
      },
    ]
  })
}

/** The older product leaves an edge at its number when the row it stood for is taken out. */
function checkOutput(edge: FlowEdge, source: FlowNode | undefined): Problem[] {
  if (!source || nodeOutputs(source).some(({ handle }) => handle === edge.sourceHandle)) return []
  return [
    {
      code: 'unknown-input',
      severity: 'warning',
      nodeId: source.id,
      edgeId: edge.id,
      message: `The connection to ${edge.target} starts at an output that ${edge.source} doesn't have.`,
      fix: 'Remove the connection and connect the nodes again.',
      phrase: { id: 'outputUnknown', values: { source: edge.source, target: edge.target, input: '' } },
      action: { type: 'remove-edge', edgeId: edge.id },
    },
  ]
}

/** Steps that no run comes to. What stands in a container begins with it, with or without edges. */
function checkReach(flow: Flow, steps: readonly KnownStep[], starts: readonly FlowNode[]): Problem[] {
  const { incoming, outgoing } = flowGraph(flow)
  const [start] = starts
  const reached = start && downstreamOf(flow, start.id)
  return steps.flatMap(({ node: { id, data }, node, description }): Problem[] => {
    if (parentOf(node) !== undefined || !description?.traits?.step) return []
    const isLoose = !incoming.has(id) && !outgoing.has(id)
    if (!isLoose && (!reached || reached.has(id) || description.traits.step.starts)) return []
    return [
      {
        code: 'unreached-step',
        severity: 'warning',
        nodeId: id,
        message: isLoose
          ? `${data.label} isn't connected to any step.`
          : `No path leads from the Start to ${data.label}.`,
        fix: isLoose ? 'Connect it, or delete it.' : 'Connect it to an earlier step, or delete it.',
        phrase: { id: isLoose ? 'stepLoose' : 'stepUnreached', values: { node: data.label } },
      },
    ]
  })
}

/** An empty choice is a missing input, and said there. */
function checkLoop(flow: Flow, node: FlowNode): Problem[] {
  const target = loopTarget(node)
  if (target === undefined) return []
  const there = flowGraph(flow).nodes.get(target)
  const field = node.data.inputParams.find(({ loadMethod }) => loadMethod === 'listPreviousNodes')?.name
  if (there && there.type !== 'stickyNote' && parentOf(there) === parentOf(node)) return []
  return [
    {
      code: 'loop-target',
      severity: 'error',
      nodeId: node.id,
      ...(field && { field, action: { type: 'edit-input', nodeId: node.id, field } }),
      message: there
        ? `${node.data.label} goes back to ${there.data.label}, which is in another container.`
        : `${node.data.label} goes back to ${target}, which isn't in this flow.`,
      fix: 'Choose an earlier step on its path.',
      phrase: {
        id: there ? 'loopOutside' : 'loopNowhere',
        values: { node: node.data.label, target: there ? there.data.label : target },
      },
    },
  ]
}
