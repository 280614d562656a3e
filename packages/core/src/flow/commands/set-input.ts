import type { Command } from '../command.ts'
import { changeData } from '../command.ts'

/** Writes a value typed on the node; anchors take theirs from edges and are left alone. */
export function setInput(nodeId: string, name: string, value: unknown): Command {
  return (flow) =>
    changeData(flow, nodeId, (data) => {
      if (data.inputAnchors.some((anchor) => anchor.name === name)) return data
      const given = value === undefined ? '' : value
      if (Object.hasOwn(data.inputs, name) && isSame(data.inputs[name], given)) return data
      return { ...data, inputs: { ...data.inputs, [name]: given } }
    })
}

/** Lists and objects are compared by what they hold: a form hands out a new one each time. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true
  return typeof before === 'object' && typeof after === 'object' && JSON.stringify(before) === JSON.stringify(after)
}
