import type { FlowEdge, FlowNode } from '../document.ts'
import { edgeId } from '../handles.ts'
import { branchLabel, HUMAN_INPUT, outputOfHandle } from './step-outputs.ts'

/** Edges inside a container lie above it, or it would hide them. */
const ABOVE_CONTAINER = 9999

/** An edge from an output of one step to another, with all that the older product draws it by. */
export function createStepEdge({
  source,
  sourceHandle,
  target,
}: {
  source: FlowNode
  sourceHandle: string
  target: FlowNode
}): FlowEdge {
  const ends = { source: source.id, sourceHandle, target: target.id, targetHandle: target.id }
  const label = branchLabel({ name: source.data.name, output: outputOfHandle(source.id, sourceHandle) ?? '' })
  const parent = parentOf(source)
  return {
    ...ends,
    data: {
      sourceColor: source.data['color'],
      targetColor: target.data['color'],
      ...(label !== undefined && { edgeLabel: label }),
      isHumanInput: source.data.name === HUMAN_INPUT,
    },
    type: 'agentFlow',
    id: edgeId(ends),
    ...(parent !== undefined && parent === parentOf(target) && { zIndex: ABOVE_CONTAINER }),
  }
}

/** The same edge from another output of its step; whatever else it carries stays. */
export function moveStepEdge(edge: FlowEdge, { source, output }: { source: FlowNode; output: string }): FlowEdge {
  const ends = { ...edge, sourceHandle: `${source.id}-output-${output}` }
  if (ends.sourceHandle === edge.sourceHandle) return edge
  const label = branchLabel({ name: source.data.name, output })
  const { edgeLabel: _, ...data } = edge.data ?? {}
  return { ...ends, id: edgeId(ends), data: { ...data, ...(label !== undefined && { edgeLabel: label }) } }
}

/** The container that a step stands in. */
export function parentOf(node: FlowNode): string | undefined {
  const parent = node['parentNode']
  return typeof parent === 'string' && parent !== '' ? parent : undefined
}
