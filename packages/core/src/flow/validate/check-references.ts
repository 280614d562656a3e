import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { isParam } from '../handles.ts'
import { referencesIn } from '../references.ts'
import type { Problem } from './problem.ts'

/** A value that speaks of a node which no edge brings here. */
export function checkReferences(flow: Flow, node: FlowNode): Problem[] {
  const { incoming, nodes } = flowGraph(flow)
  const sources = new Set((incoming.get(node.id) ?? []).map((edge) => edge.source))
  const speaking = [...node.data.inputAnchors, ...node.data.inputParams.filter((param) => param.acceptVariable)]
  return speaking.flatMap((input) =>
    referencesIn(node.data.inputs[input.name])
      .filter((id) => !sources.has(id))
      .map((id): Problem => {
        const other = nodes.get(id)
        return {
          code: 'loose-reference',
          // Text may speak of a node without an edge: it works, but nobody sees it on the canvas.
          severity: other && isParam(input) ? 'warning' : 'error',
          nodeId: node.id,
          field: input.name,
          message: other
            ? `"${input.label}" of ${node.data.label} refers to ${other.data.label}, but the two aren't connected.`
            : `"${input.label}" of ${node.data.label} refers to ${id}, which isn't in this flow.`,
          fix: other ? `Connect ${other.data.label} to "${input.label}".` : `Remove {{${id}…}}, or connect a node.`,
          phrase: {
            id: other ? 'referenceLoose' : 'referenceGone',
            values: {
              input: input.label,
              node: node.data.label,
              ...(other ? { other: other.data.label } : { other: id, mention: `{{${id}…}}` }),
            },
          },
          ...(isParam(input) && { action: { type: 'edit-input', nodeId: node.id, field: input.name } }),
        }
      }),
  )
}
