import { connect, createNode, inputHandleId, outputHandleId, type Flow, type NodeDescription } from '@chatwright/core'

const COLUMNS = 12

/** A flow of many conversations side by side: models and memories, each pair feeding a chain. */
export function largeFlow(descriptions: readonly NodeDescription[], count: number): Flow {
  const describe = (name: string) => {
    const found = descriptions.find((description) => description.name === name)
    if (!found) throw new Error(`The catalogue has no ${name}`)
    return found
  }
  const [model, memory, chain] = [describe('chatOpenAI'), describe('bufferMemory'), describe('conversationChain')]
  let flow: Flow = { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } }
  for (let group = 0; flow.nodes.length < count; group++) {
    const x = (group % COLUMNS) * 900
    const y = Math.floor(group / COLUMNS) * 620
    const nodes = [
      createNode(model, { id: `chatOpenAI_${group}`, position: { x, y } }),
      createNode(memory, { id: `bufferMemory_${group}`, position: { x, y: y + 400 } }),
      createNode(chain, { id: `conversationChain_${group}`, position: { x: x + 450, y } }),
    ].slice(0, count - flow.nodes.length)
    flow = { ...flow, nodes: [...flow.nodes, ...nodes] }
    flow = join(flow, { description: model, group, input: 'model', type: 'BaseChatModel' })
    flow = join(flow, { description: memory, group, input: 'memory', type: 'BaseMemory' })
  }
  return flow
}

function join(
  flow: Flow,
  { description, group, input, type }: { description: NodeDescription; group: number; input: string; type: string },
): Flow {
  const source = `${description.name}_${group}`
  const target = `conversationChain_${group}`
  return connect({
    source,
    sourceHandle: outputHandleId(source, description.name, description.baseClasses),
    target,
    targetHandle: inputHandleId(target, input, type),
  })(flow)
}
