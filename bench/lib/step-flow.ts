import { createNode, type Flow, type FlowNode, type NodeDescription } from '@chatwright/core'
import { call } from './store-flow.ts'

const COLUMNS = 12

/** Steps one after another, each with its inputs, below the Start. */
export function stepFlow(
  descriptions: readonly NodeDescription[],
  steps: readonly { name: string; inputs?: Record<string, unknown> }[],
): Flow {
  const all = [{ name: 'startAgentflow', inputs: { startInputType: 'chatInput' } }, ...steps]
  const nodes = all.map(({ name, inputs }, index): FlowNode => {
    const description = descriptions.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    const position = { x: (index % COLUMNS) * 320, y: Math.floor(index / COLUMNS) * 200 }
    const node = createNode(description, { id: `${name}_${index}`, position })
    Object.assign(node.data.inputs, inputs)
    return { ...node, type: 'agentFlow' }
  })
  const edges = nodes.slice(1).map(({ id: target }, index) => {
    const { id: source, data } = nodes[index] ?? { id: '', data: { name: '' } }
    const sourceHandle = `${source}-output-${data.name}`
    return { id: `${source}-${sourceHandle}-${target}-${target}`, source, sourceHandle, target, targetHandle: target }
  })
  return { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } }
}

export async function storeStepFlow(serverUrl: string, name: string, flow: Flow): Promise<string> {
  const stored = { name, type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  return (await call<{ id: string }>(serverUrl, 'POST', '/chatflows', stored)).id
}
