import {
  chooseOutput,
  connect,
  createNode,
  findInput,
  freeNodeId,
  inputHandleOf,
  instanceReference,
  isParam,
  nodeOutputs,
  openOutputs,
  setCredential,
  setInput,
  splitTypes,
  takesConnections,
  typesFit,
  type Flow,
  type FlowNode,
  type InputAnchor,
  type InputParam,
  type NodeDescription,
} from '@chatwright/core'

export interface Surroundings {
  catalogue: readonly NodeDescription[]
  /** What is typed into a node, where its defaults do not do. */
  inputs(node: NodeDescription, output: string | undefined): Record<string, unknown>
  credential(node: NodeDescription): string | undefined
}

/** An output of a node, as the catalogue has it. */
export interface OfferedOutput {
  node: NodeDescription
  output: string
}

interface Port {
  host: NodeDescription
  input: InputAnchor | InputParam
}

/** First choice where a port has to be filled by something; the catalogue's order decides the rest. */
const USUAL = [
  'toolAgent',
  'chatOpenAI',
  'openAIEmbeddings',
  'memoryVectorStore',
  'plainText',
  'promptTemplate',
  'bufferMemory',
  'calculator',
  'llmChain',
  'csvOutputParser',
]

/** Every output of every node that a chat flow can hold. */
export function offeredOutputs(catalogue: readonly NodeDescription[]): OfferedOutput[] {
  return catalogue
    .filter((node) => belongsToChats(node))
    .flatMap((node) => nodeOutputs(drawn(node)).map(({ name }) => ({ node, output: name })))
}

/** Every node that others can be connected to, with all of its ports that something fits. */
export function offeredPorts(catalogue: readonly NodeDescription[]): Port[] {
  return catalogue.filter((node) => belongsToChats(node)).flatMap((host) => portsOf(host))
}

/**
 * A flow around one output: the shortest way from it to an answer, and what the nodes on that way cannot do without.
 * With `all`, every port of the node is filled.
 */
export function surroundNode(around: Surroundings, offered: OfferedOutput, all = false): Flow {
  let flow: Flow = { nodes: [], edges: [] }
  const hosts = around.catalogue.filter((node) => belongsToChats(node)).toSorted((a, b) => rankOf(a) - rankOf(b))

  const add = (node: NodeDescription, output?: string): string => {
    const id = freeNodeId(node.name, new Set(flow.nodes.map((each) => each.id)))
    flow = { ...flow, nodes: [...flow.nodes, createNode(node, { id, position: { x: flow.nodes.length * 400, y: 0 } })] }
    for (const [name, value] of Object.entries(around.inputs(node, output))) flow = setInput(id, name, value)(flow)
    if (output !== undefined) flow = chooseOutput(id, output)(flow)
    const credential = around.credential(node)
    if (credential !== undefined) flow = setCredential(id, credential)(flow)
    return id
  }
  const join = (source: string, output: string, target: string, name: string): void => {
    const [from, to] = [source, target].map((id) => flow.nodes.find((node) => node.id === id))
    const handle = from && openOutputs(from).find((each) => each.name === output)?.handle
    const input = to && findInput(to, name)
    if (handle === undefined || !input) throw new Error(`No way from ${source}.${output} to ${target}.${name}`)
    const before = flow.edges.length
    const connection = { source, sourceHandle: handle, target, targetHandle: inputHandleOf(target, input) }
    flow = connect(connection)(flow)
    if (flow.edges.length === before) throw new Error(`${source}.${output} was not connected to ${target}.${name}`)
    // In a text the connection is only of use once the text speaks of it.
    if (isParam(input)) flow = setInput(target, name, speakOf(source, input))(flow)
  }
  const fill = (id: string, node: NodeDescription, isWanted: (port: Port) => boolean): void => {
    for (const port of portsOf(node).filter(isWanted)) {
      const isFilled = flow.edges.some(
        (edge) => edge.target === id && edge.targetHandle.includes(`-${port.input.name}-`),
      )
      const usual = isFilled ? undefined : usualFor(port, hosts)
      if (!usual) continue
      const source = add(usual.node, usual.output)
      fill(source, usual.node, isNeeded)
      join(source, usual.output, id, port.input.name)
    }
  }

  const first = add(offered.node, offered.output)
  const added = [{ id: first, node: offered.node }]
  let [source, output] = [first, offered.output]
  for (const { port, output: next } of wayToAnswer(offered, hosts)) {
    const target = add(port.host, next)
    join(source, output, target, port.input.name)
    added.push({ id: target, node: port.host })
    ;[source, output] = [target, next]
  }
  for (const { id, node } of added)
    fill(id, node, (port) => isNeeded(port) || (all && id === first && !isParam(port.input)))
  return flow
}

const rankOf = ({ name }: NodeDescription): number => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length)

/** Older agent kinds have tests of their own; steps are no part of a chat flow. */
function belongsToChats({ category, traits, badge }: NodeDescription): boolean {
  if (traits?.step || traits?.inert || traits?.mapped || badge === 'deprecated') return false
  return category !== 'Agent Flows'
}

const drawn = (node: NodeDescription): FlowNode => createNode(node, { id: `${node.name}_0`, position: { x: 0, y: 0 } })

function portsOf(host: NodeDescription): Port[] {
  const { inputAnchors, inputParams } = drawn(host).data
  return [...inputAnchors, ...inputParams].filter(takesConnections).map((input) => ({ host, input }))
}

/** What a node cannot do without; documents too, where a store is filled by them. */
const isNeeded = ({ host, input }: Port): boolean =>
  !isParam(input) && (!input.optional || (host.traits?.upserts === true && input.name === 'document'))

function speakOf(source: string, input: InputParam): string {
  return input.type === 'json' ? JSON.stringify({ x: instanceReference(source) }) : instanceReference(source)
}

function usualFor({ input }: Port, hosts: readonly NodeDescription[]): OfferedOutput | undefined {
  for (const node of hosts) {
    const output = nodeOutputs(drawn(node)).find(({ types }) => typesFit(types, splitTypes(input.type)))
    if (output) return { node, output: output.name }
  }
  return undefined
}

interface Leg {
  port: Port
  output: string
}

function wayToAnswer(from: OfferedOutput, hosts: readonly NodeDescription[]): Leg[] {
  const ways: { at: OfferedOutput; legs: Leg[] }[] = [{ at: from, legs: [] }]
  const seen = new Set<string>()
  for (const { at, legs } of ways) {
    if (answers(at)) return legs
    const types = nodeOutputs(drawn(at.node)).find(({ name }) => name === at.output)?.types ?? []
    for (const host of hosts) {
      const port = portsOf(host).find(({ input }) => typesFit(types, splitTypes(input.type)))
      if (!port || legs.some((leg) => leg.port.host === host)) continue
      for (const { name: output } of nodeOutputs(drawn(host))) {
        const key = `${host.name}.${output}`
        if (seen.has(key)) continue
        seen.add(key)
        ways.push({ at: { node: host, output }, legs: [...legs, { port, output }] })
      }
    }
  }
  throw new Error(`Nothing answers with ${from.node.name}.${from.output}`)
}

function answers({ node, output }: OfferedOutput): boolean {
  const given = node.traits?.answers
  return given === true || (Array.isArray(given) && given.includes(output))
}
