import { addReference } from '../add-reference.ts'
import { canConnect } from '../can-connect.ts'
import type { Connection } from '../connection.ts'
import type { Command } from '../command.ts'
import { changeData } from '../command.ts'
import { createEdge } from '../create-edge.ts'
import type { Flow } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { inputHandleOf } from '../node-inputs.ts'
import { createStepEdge } from '../steps/step-edge.ts'

/**
 * Draws an edge and, in a chat flow, writes its reference into the target's input; a refused connection changes nothing.
 */
export function connect(connection: Connection): Command {
  return (flow) => {
    const verdict = canConnect(flow, connection)
    if (!verdict.ok) return flow
    const { output, input } = verdict
    const { source, target } = connection
    if (!input) return connectSteps(flow, connection)
    const targetHandle = inputHandleOf(target, input)
    const edge = createEdge({ source, sourceHandle: output.handle, target, targetHandle })
    const joined = { ...flow, edges: [...flow.edges, edge] }
    return changeData(joined, target, (data) => {
      const value = addReference(input, data.inputs[input.name], source)
      return value === data.inputs[input.name] ? data : { ...data, inputs: { ...data.inputs, [input.name]: value } }
    })
  }
}

function connectSteps(flow: Flow, connection: Connection): Flow {
  const { nodes } = flowGraph(flow)
  const source = nodes.get(connection.source)
  const target = nodes.get(connection.target)
  if (!source || !target) return flow
  return {
    ...flow,
    edges: [...flow.edges, createStepEdge({ source, sourceHandle: connection.sourceHandle, target })],
  }
}
