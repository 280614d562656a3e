import { convertOlderFlow, type Flow } from '@chatwright/core'
import type { Catalogue } from '../catalogue.ts'
import { FlowError } from '../flow-error.ts'
import { readStepFlow } from './read-step-flow.ts'
import type { NodeInputs, StepFlow } from './step-flow.ts'

/** Makes a flow of the first agent kind ready to run. Throws a FlowError that names the node which cannot be a step. */
export async function readOlderFlow(flow: Flow, catalogue: Catalogue): Promise<StepFlow> {
  const { flow: steps, refusal } = convertOlderFlow(flow, { describe: (name) => catalogue.describe(name), ids: 'kept' })
  if (!steps) {
    throw new FlowError('not-there', refusal.message, {
      hint: refusal.hint,
      nodeId: refusal.nodeId,
      nodeLabel: refusal.label,
    })
  }
  return {
    ...(await readStepFlow(steps, catalogue)),
    older: { withInputs: (inputs) => readOlderFlow(withInputs(flow, inputs), catalogue) },
  }
}

/** What a request puts in the place of inputs is put into the drawing: a prompt is many inputs of a step. */
function withInputs(flow: Flow, inputs: NodeInputs): Flow {
  const nodes = flow.nodes.map((node) => {
    const given = inputs.get(node.id)
    return given ? { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...given } } } : node
  })
  return { ...flow, nodes }
}
