import type { Command } from '../command.ts'
import { changeData } from '../command.ts'

/** Gives a node another label; an empty one is not taken. */
export function renameNode(nodeId: string, label: string): Command {
  const name = label.trim()
  return (flow) =>
    changeData(flow, nodeId, (data) => (name === '' || name === data.label ? data : { ...data, label: name }))
}
