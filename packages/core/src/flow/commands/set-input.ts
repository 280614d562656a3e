import type { Command } from '../command.ts'
import { changeData } from '../command.ts'
import type { Flow, NodeData } from '../document.ts'
import { nodeOutputs } from '../node-outputs.ts'
import { withConditionOutputs } from '../older/condition-outputs.ts'

/** Writes a value typed on the node; anchors take theirs from edges and are left alone. */
export function setInput(nodeId: string, name: string, value: unknown): Command {
  return (flow) => {
    const changed = changeData(flow, nodeId, (data) => {
      if (data.inputAnchors.some((anchor) => anchor.name === name)) return data
      const given = value === undefined ? '' : value
      if (Object.hasOwn(data.inputs, name) && isSame(data.inputs[name], given)) return data
      const inputs = { ...data.inputs, [name]: given, ...chosenTab(data, name) }
      return withConditionOutputs({ ...data, inputs }, name)
    })
    return changed === flow ? flow : withoutLostEdges(changed, nodeId, flow)
  }
}

/** Where a node can be filled in in one of several ways, the one that is typed into is the one that counts. */
function chosenTab({ id, inputParams }: NodeData, name: string): Record<string, unknown> {
  const tabbed = inputParams.find(({ tabs }) => Array.isArray(tabs) && tabs.some((tab: unknown) => hasName(tab, name)))
  const choice = tabbed?.['tabIdentifier']
  return typeof choice === 'string' ? { [`${choice}_${id}`]: `${name}_${id}` } : {}
}

function hasName(tab: unknown, name: string): boolean {
  return typeof tab === 'object' && tab !== null && 'name' in tab && tab.name === name
}

/** An output that is gone takes its edges along. */
function withoutLostEdges(flow: Flow, nodeId: string, before: Flow): Flow {
  const find = ({ nodes }: Flow) => nodes.find(({ id }) => id === nodeId)
  const [node, old] = [find(flow), find(before)]
  if (!node || !old || node.data.outputAnchors === old.data.outputAnchors) return flow
  const handles = new Set(nodeOutputs(node).map(({ handle }) => handle))
  return {
    ...flow,
    edges: flow.edges.filter(({ source, sourceHandle }) => source !== nodeId || handles.has(sourceHandle)),
  }
}

/** Lists and objects are compared by what they hold: a form hands out a new one each time. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true
  return typeof before === 'object' && typeof after === 'object' && JSON.stringify(before) === JSON.stringify(after)
}
