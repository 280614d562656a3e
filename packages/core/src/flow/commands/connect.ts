import { addReference } from '../add-reference.ts'
import type { Connection } from '../can-connect.ts'
import { canConnect } from '../can-connect.ts'
import type { Command } from '../command.ts'
import { changeData } from '../command.ts'
import { createEdge } from '../create-edge.ts'
import { inputHandleOf } from '../node-inputs.ts'

/** Draws an edge and writes its reference into the target's input; a refused connection changes nothing. */
export function connect(connection: Connection): Command {
  return (flow) => {
    const verdict = canConnect(flow, connection)
    if (!verdict.ok) return flow
    const { output, input } = verdict
    const { source, target } = connection
    const targetHandle = inputHandleOf(target, input)
    const edge = createEdge({ source, sourceHandle: output.handle, target, targetHandle })
    const joined = { ...flow, edges: [...flow.edges, edge] }
    return changeData(joined, target, (data) => {
      const value = addReference(input, data.inputs[input.name], source)
      return value === data.inputs[input.name] ? data : { ...data, inputs: { ...data.inputs, [input.name]: value } }
    })
  }
}
