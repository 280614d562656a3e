import type { Command } from '../command.ts'
import { changeData } from '../command.ts'

/** Writes a value typed on the node; anchors take theirs from edges and are left alone. */
export function setInput(nodeId: string, name: string, value: unknown): Command {
  return (flow) =>
    changeData(flow, nodeId, (data) => {
      if (data.inputAnchors.some((anchor) => anchor.name === name)) return data
      const given = value === undefined ? '' : value
      if (Object.hasOwn(data.inputs, name) && Object.is(data.inputs[name], given)) return data
      return { ...data, inputs: { ...data.inputs, [name]: given } }
    })
}
