import { isStepNode } from '../agentflow.ts'
import { rebuildNode } from '../rebuild-node.ts'
import type { Repair } from './repair.ts'

/** Gives a node that came without inputs and outputs those of its catalogue entry: files written by hand or by program. */
export const completeShapes: Repair = (flow, report, describe) => ({
  ...flow,
  nodes: flow.nodes.map((node) => {
    const { inputParams, inputAnchors, outputAnchors, name, label } = node.data
    // The older product reads a step's inputs from the document alone; outputs of steps can follow from its inputs.
    const isEmpty = inputParams.length === 0 && inputAnchors.length === 0
    if (!isEmpty || (outputAnchors.length > 0 && !isStepNode(node))) return node
    const description = describe(name)
    if (!description || description.name !== name || node.type === 'stickyNote') return node
    report({
      kind: 'completed-node',
      nodeId: node.id,
      message: `${label} came without its inputs and outputs. They were added.`,
    })
    return rebuildNode(node, description)
  }),
})
