import type { Flow, FlowEdge, FlowNode, NodeDescription } from '@chatwright/core'
import {
  createEdge,
  createNode,
  createStepEdge,
  inputHandleOf,
  instanceReference,
  isParam,
  isStepDescription,
  nodeOutputs,
  rebuildNode,
  takesConnections,
} from '@chatwright/core'
import * as fc from 'fast-check'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    'a\nb\nc',
    "it's\r\n`${x}`",
    '{{question}}',
    '{{chatOpenAI_0.data.instance}}',
    '\u202E',
    '// no',
    '// x\n*/',
    '\\',
    'x'.repeat(300),
  ),
)
const value = fc.oneof(
  text,
  fc.jsonValue().map((given): unknown => JSON.parse(JSON.stringify(given))),
  fc.constant(JSON.parse('{"__proto__": {"constructor": 1}, "a b": [{}]}') as unknown),
)

const CHANGES = (
  'none none input input label credential comment output unset extra-input version unknown ' +
  'form extra-data extra-node size place selected own-id no-form inside code files'
).split(' ')

const change = fc.record({ type: fc.constantFrom(...CHANGES), at: fc.nat(1000), text, value })
const node = fc.record({
  kind: fc.nat(1000),
  id: fc.option(
    fc.oneof(text, fc.constantFrom('class', 'chatOpenAI', '1711', 'a b', 'ü', '__proto__', 'constructor')),
    { freq: 6 },
  ),
  place: fc.record({
    x: fc.integer({ min: -5000, max: 5000 }),
    y: fc.double({ noNaN: true, min: -5000, max: 5000 }).map((y) => y + 0),
  }),
  changes: fc.array(change, { maxLength: 4 }),
})
const EDGE_CHANGES = 'none none none no-reference backwards extra stale twice astray text id'.split(' ')
const edge = fc.record({
  numbers: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
  change: fc.constantFrom(...EDGE_CHANGES),
  value,
})

export interface FlowChance {
  nodes: (typeof node extends fc.Arbitrary<infer Each> ? Each : never)[]
  edges: (typeof edge extends fc.Arbitrary<infer Each> ? Each : never)[]
  viewport: { x: number; y: number; zoom: number } | null
}

/** Flows as people, programs and older versions leave them: mostly what the canvas makes, with anything changed. */
export const flowChance: fc.Arbitrary<FlowChance> = fc.record({
  nodes: fc.array(node, { maxLength: 8 }),
  edges: fc.array(edge, { maxLength: 14 }),
  viewport: fc.option(fc.record({ x: fc.integer(), y: fc.integer(), zoom: fc.constantFrom(0.5, 1, 1.25) })),
})

function pick<Item>(items: readonly Item[], at = 0): Item | undefined {
  return items[at % Math.max(items.length, 1)]
}

export function flowOf(chance: FlowChance, descriptions: readonly NodeDescription[]): Flow {
  const nodes: FlowNode[] = []
  const ids = new Set<string>()
  for (const { kind, id: wished, place, changes } of chance.nodes) {
    const description = pick(descriptions, kind)!
    let id = wished ?? `${description.name}_0`
    for (let number = 1; id === '' || ids.has(id); number += 1) id = `${description.name}_${number}`
    ids.add(id)
    let made = createNode(description, { id, position: place })
    // A file that is named for a text is of no use to another one.
    const inOrder = changes.toSorted((one, other) => Number(one.type === 'files') - Number(other.type === 'files'))
    for (const each of inOrder) made = changed(made, each, { description, nodes })
    nodes.push(made)
  }
  const edges: FlowEdge[] = []
  for (const each of chance.edges) draw(nodes, edges, each)
  const flow: Flow = { nodes, edges, ...(chance.viewport && { viewport: chance.viewport }) }
  return JSON.parse(JSON.stringify(flow)) as Flow
}

function changed(
  node: FlowNode,
  { type, at, text, value }: { type: string; at: number; text: string; value: unknown },
  { description, nodes }: { description: NodeDescription; nodes: readonly FlowNode[] },
): FlowNode {
  const { data } = node
  const withData = (more: object): FlowNode => ({ ...node, data: { ...data, ...more } })
  const withInput = (name: string, given: unknown): FlowNode => {
    const next = withData({ inputs: { ...data.inputs, [name]: given } })
    return isStepDescription(description) ? { ...next, data: rebuildNode(next, description).data } : next
  }
  const name = pick(Object.keys(data.inputs), at) ?? 'input'
  switch (type) {
    case 'input':
      return withInput(name, value)
    case 'label':
      return withData({ label: text })
    case 'credential':
      return withData({ credential: text === '' ? 'c' : text })
    case 'comment':
      return withData({ code: { comment: at % 2 ? 'A word about it.\n\n  and more' : '' } })
    case 'output':
      return withData({ outputs: at % 3 ? { output: pick(nodeOutputs(node), at)?.name ?? text } : { [text]: value } })
    case 'unset': {
      const { [name]: _, ...inputs } = data.inputs
      return withData({ inputs })
    }
    case 'extra-input':
      return withData({
        inputs: { ...data.inputs, [pick(['id', 'after', 'inputs.x', '__proto__', text], at) ?? text]: value },
      })
    case 'version':
      return withData({ version: pick([1, 99, 2.5, -1, 1e30, undefined], at) })
    case 'unknown':
      return withData({ name: pick(['shout', 'a@2', '@own/shout', text], at) ?? 'shout' })
    case 'form':
      return withData({ description: text, baseClasses: [text], inputParams: data.inputParams.slice(1) })
    case 'extra-data':
      return withData({
        [pick(['tags', 'label', 'formerIds', text, '__proto__'], at) === 'label'
          ? 'tags'
          : (pick(['tags', 'formerIds', text], at) ?? 'x')]: value,
      })
    case 'extra-node':
      return { ...node, [pick(['zIndex', 'style', 'x', 'more'], at) ?? 'zIndex']: value }
    case 'size':
      return { ...node, width: at, ...(at % 2 && { height: at + 1 }) }
    case 'place':
      return {
        ...node,
        positionAbsolute: { x: at, y: 1 },
        ...(at % 2 && { position: { ...node.position, z: 1 } as FlowNode['position'] }),
      }
    case 'selected':
      return { ...withData({ selected: at % 2 === 0 }), selected: at % 3 === 0, dragging: true }
    case 'own-id':
      return withData({ id: text })
    case 'no-form':
      return withData({ inputParams: [], inputAnchors: [], outputAnchors: [] })
    case 'inside': {
      const parent = pick(nodes, at)
      return parent ? { ...node, parentNode: parent.id, ...(at % 3 && { extent: 'parent' }) } : node
    }
    case 'code':
      return withData({ code: at % 2 ? value : { comment: text } })
    case 'files':
      return description.inputs.some((input) => input.name === name && isParam(input))
        ? withData({
            code: { files: { [name]: `prompts/mine-${nodes.length}.md` } },
            inputs: { ...data.inputs, [name]: 'short' },
          })
        : node
    default:
      return node
  }
}

function draw(nodes: FlowNode[], edges: FlowEdge[], { numbers, change, value }: FlowChance['edges'][number]): void {
  const [one = 0, two = 0, three = 0, four = 0] = numbers
  let [from, to] = [one % Math.max(nodes.length, 1), two % Math.max(nodes.length, 1)]
  if (from > to && change !== 'backwards') [from, to] = [to, from]
  const [source, target] = [nodes[from], nodes[to]]
  if (!source || !target) return
  const output = pick(nodeOutputs(source), three)
  const sourceHandle = output?.handle ?? ''
  const isSteps = source.data.category === 'Agent Flows'
  const fitting = [...target.data.inputAnchors, ...target.data.inputParams].filter(
    (input) => takesConnections(input) && (four % 7 === 0 || output?.types.some((type) => input.type.includes(type))),
  )
  const input = pick(fitting, four)
  let edge: FlowEdge
  if (isSteps) edge = createStepEdge({ source, sourceHandle, target })
  else {
    if (!input) return
    edge = createEdge({
      source: source.id,
      sourceHandle,
      target: target.id,
      targetHandle: inputHandleOf(target.id, input),
    })
    if (change !== 'no-reference' && target.data.inputAnchors.includes(input)) {
      const before = target.data.inputs[input.name]
      const reference = instanceReference(source.id)
      const inputs = {
        ...target.data.inputs,
        [input.name]: input.list ? [...(Array.isArray(before) ? (before as unknown[]) : []), reference] : reference,
      }
      nodes[to] = { ...target, data: { ...target.data, inputs } }
    }
    if (change === 'text') {
      nodes[to] = {
        ...target,
        data: {
          ...target.data,
          inputs: { ...target.data.inputs, [input.name]: `See ${instanceReference(source.id)}.` },
        },
      }
    }
  }
  if (change === 'extra') edge = { ...edge, animated: true, data: { label: '', more: value } }
  if (change === 'stale') edge = { ...edge, sourceHandle: `${edge.sourceHandle}|Old`, id: 'stale' }
  if (change === 'astray') edge = { ...edge, target: 'nobody_0' }
  if (change === 'id') edge = { ...edge, id: `reactflow__${one}` }
  edges.push(edge)
  if (change === 'twice') edges.push({ ...edge, id: 'twin' })
}
