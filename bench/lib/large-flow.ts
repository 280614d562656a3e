import { connect, createNode, inputHandleId, outputHandleId, type Flow, type NodeDescription } from '@chatwright/core'

const COLUMNS = 12

/** A flow of many conversations side by side: models and memories, each pair feeding a chain. */
export function largeFlow(descriptions: readonly NodeDescription[], count: number): Flow {
  const describe = describer(descriptions)
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
    const target = `conversationChain_${group}`
    flow = join(flow, { description: model, group, target, input: 'model', type: 'BaseChatModel' })
    flow = join(flow, { description: memory, group, target, input: 'memory', type: 'BaseMemory' })
  }
  return flow
}

/** Agents with a model, a memory and six tools each, which they share: twice as many edges as nodes. */
export function wovenFlow(descriptions: readonly NodeDescription[], count: number): Flow {
  const describe = describer(descriptions)
  const agent = describe('toolAgent')
  const [model, memory, tool] = [describe('chatOpenAI'), describe('bufferMemory'), describe('calculator')]
  const groups = count / 4
  const kinds = [model, memory, tool, agent]
  let flow: Flow = {
    nodes: Array.from({ length: groups }, (_, group) =>
      kinds.map((kind, column) =>
        createNode(kind, { id: `${kind.name}_${group}`, position: { x: column * 400, y: group * 600 } }),
      ),
    ).flat(),
    edges: [],
    viewport: { x: 0, y: 0, zoom: 1 },
  }
  for (let group = 0; group < groups; group++) {
    const target = `toolAgent_${group}`
    flow = join(flow, { description: model, group, target, input: 'model', type: 'BaseChatModel' })
    flow = join(flow, { description: memory, group, target, input: 'memory', type: 'BaseChatMemory' })
    for (let next = 0; next < TOOLS; next++) {
      const shared = (group + next) % groups
      flow = join(flow, { description: tool, group: shared, target, input: 'tools', type: 'Tool' })
    }
  }
  if (flow.edges.length !== count * 2) throw new Error(`Drawn with ${flow.edges.length} edges`)
  return flow
}

const TOOLS = 6

function describer(descriptions: readonly NodeDescription[]): (name: string) => NodeDescription {
  return (name) => {
    const found = descriptions.find((description) => description.name === name)
    if (!found) throw new Error(`The catalogue has no ${name}`)
    return found
  }
}

function join(
  flow: Flow,
  {
    description,
    group,
    target,
    input,
    type,
  }: { description: NodeDescription; group: number; target: string; input: string; type: string },
): Flow {
  const source = `${description.name}_${group}`
  return connect({
    source,
    sourceHandle: outputHandleId(source, description.name, description.baseClasses),
    target,
    targetHandle: inputHandleId(target, input, type),
  })(flow)
}

/** The same flow several times side by side: to draw so many nodes one by one takes minutes. */
export function repeatedFlow(text: string, times: number): Flow {
  const flows = Array.from({ length: times }, (_, turn) => {
    const renamed = text.replaceAll(
      /\b(toolAgent|chatOpenAI|bufferMemory|calculator)_(\d+)/g,
      (__, name, number) => `${String(name)}_${Number(number) + turn * 1000}`,
    )
    return JSON.parse(renamed) as Flow
  })
  return { nodes: flows.flatMap((flow) => flow.nodes), edges: flows.flatMap((flow) => flow.edges) }
}
