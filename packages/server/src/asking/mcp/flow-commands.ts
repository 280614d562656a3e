import { AppError } from '@chatwright/contract'
import {
  addNode,
  canConnect,
  connect,
  CREDENTIAL_KEY,
  createNode,
  disconnect,
  findInput,
  flowKind,
  holdsCredential,
  inputHandleOf,
  isSameSteering,
  newNodeId,
  openOutputs,
  removeNodes,
  renameNode,
  setInput,
  steeringOf,
  takesConnections,
  type Connection,
  type Flow,
  type FlowNode,
  type NodeDescription,
} from '@chatwright/core'
import { z } from 'zod'

const NodeId = z.string().min(1).max(200)
const Value = z.unknown().describe('Of the type that the input takes')

/** The edits that a program may propose: those of the canvas, by names instead of handles. Credentials are not among them. */
export const FlowCommand = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('add'),
    node: z.string().max(100).describe('The name of a node, from list_nodes'),
    id: NodeId.optional().describe('What to call it in later commands; made of its name where it is left out'),
    label: z.string().max(200).optional(),
    inputs: z.record(z.string().max(100), Value).optional(),
  }),
  z.strictObject({ do: z.literal('set'), id: NodeId, input: z.string().max(100), value: Value }),
  z.strictObject({ do: z.literal('rename'), id: NodeId, label: z.string().min(1).max(200) }),
  z.strictObject({ do: z.literal('remove'), id: NodeId }),
  z.strictObject({
    do: z.literal('connect'),
    from: NodeId,
    to: NodeId,
    input: z
      .string()
      .max(100)
      .optional()
      .describe('In a chat flow: which input of the target. Left out where one fits'),
    output: z.string().max(100).optional().describe('Which output or branch of the source. Left out where one fits'),
  }),
  z.strictObject({ do: z.literal('disconnect'), from: NodeId, to: NodeId }),
])
export type FlowCommand = z.infer<typeof FlowCommand>

type Describe = (name: string) => NodeDescription | undefined

/** The flow after all of them. Throws at the first that cannot be done, by its number and in words to mend it by. */
export function applyCommands(flow: Flow, commands: readonly FlowCommand[], describe: Describe): Flow {
  return commands.reduce((before, command, index) => {
    try {
      const after = applyCommand(before, command, describe)
      refuseSteering(before, after, { command, describe })
      return after
    } catch (error) {
      if (!(error instanceof Impossible)) throw error
      const message = `Command ${index + 1} (${command.do}): ${error.message} Nothing was changed.`
      throw new AppError('invalid-request', { issues: [{ path: `commands.${index}`, message }] }, { message })
    }
  }, flow)
}

class Impossible extends Error {}

/** Where a credential is sent is a person's to change. */
function refuseSteering(
  before: Flow,
  after: Flow,
  { command, describe }: { command: FlowCommand; describe: Describe },
): void {
  const id =
    command.do === 'set' ? command.id : command.do === 'connect' || command.do === 'disconnect' ? command.to : ''
  const [was, is] = [before, after].map(({ nodes }) => nodes.find((node) => node.id === id)?.data)
  if (!was || !is || was === is || !holdsCredential(was, describe)) return
  if (isSameSteering(steeringOf(was, describe), steeringOf(is, describe))) return
  throw new Impossible(
    `This changes where ${was.label} sends its credential, or the code that runs with it. A person changes it on the canvas, ` +
      'or removes the credential first.',
  )
}

function applyCommand(flow: Flow, command: FlowCommand, describe: Describe): Flow {
  switch (command.do) {
    case 'add':
      return add(flow, command, describe)
    case 'set':
      return set(flow, nodeOf(flow, command.id), command.input, command.value)
    case 'rename':
      return renameNode(nodeOf(flow, command.id).id, command.label)(flow)
    case 'remove':
      return removeNodes(nodeOf(flow, command.id).id)(flow)
    case 'connect':
      return connect(connectionOf(flow, command))(flow)
    case 'disconnect': {
      const edges = flow.edges.filter(({ source, target }) => source === command.from && target === command.to)
      if (edges.length === 0) throw new Impossible(`Nothing leads from "${command.from}" to "${command.to}".`)
      return disconnect(...edges.map(({ id }) => id))(flow)
    }
  }
}

function add(flow: Flow, command: Extract<FlowCommand, { do: 'add' }>, describe: Describe): Flow {
  const description = describe(command.node)
  if (!description) throw new Impossible(`The catalogue has no node "${command.node}". list_nodes finds names.`)
  const id = command.id ?? newNodeId(description.name, flow.nodes)
  if (flow.nodes.some((node) => node.id === id)) throw new Impossible(`There is a node "${id}" already.`)
  if (!/^\w+$/.test(id)) throw new Impossible('An id holds letters, digits and underscores only.')
  let next = addNode(createNode(description, { id, position: freePlace(flow) }))(flow)
  if (command.label !== undefined) next = renameNode(id, command.label)(next)
  for (const [input, value] of Object.entries(command.inputs ?? {})) next = set(next, nodeOf(next, id), input, value)
  return next
}

/** Beside everything that stands there. */
function freePlace({ nodes }: Flow): { x: number; y: number } {
  if (nodes.length === 0) return { x: 100, y: 100 }
  const right = nodes.reduce((most, { position }) => Math.max(most, position.x), -Infinity)
  return { x: right + 380, y: nodes[0]?.position.y ?? 100 }
}

function set(flow: Flow, node: FlowNode, name: string, value: unknown): Flow {
  const { label, inputParams } = node.data
  const input = inputParams.find((param) => param.name === name)
  if (!input) {
    const names = inputParams.filter((param) => !isSecret(param.type)).map((param) => param.name)
    const wanted = findInput(node, name)
    throw new Impossible(
      wanted
        ? `"${name}" of ${label} is connected, not typed in.`
        : `${label} has no input "${name}". It has: ${names.join(', ')}.`,
    )
  }
  if (isSecret(input.type) || namesCredential(value)) {
    throw new Impossible(`"${name}" of ${label} is a secret. A person chooses a credential on the canvas.`)
  }
  return setInput(node.id, name, value)(flow)
}

/** Settings of what is chosen inside a node hold its credential beside them, however deep they lie. */
function namesCredential(value: unknown): boolean {
  const waiting: unknown[] = [value]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    // Flows hold lists and settings as JSON, too.
    if (typeof each === 'string' && unescaped(each).includes(CREDENTIAL_KEY)) return true
    if (typeof each !== 'object' || each === null) continue
    if (Object.hasOwn(each, CREDENTIAL_KEY)) return true
    for (const inner of Object.values(each)) if (inner != null) waiting.push(inner)
  }
  return false
}

/** JSON writes any letter by its number, too. */
function unescaped(text: string): string {
  return text.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

function isSecret(type: string): boolean {
  return type === 'password' || type === 'credential'
}

function connectionOf(flow: Flow, command: Extract<FlowCommand, { do: 'connect' }>): Connection {
  const [source, target] = [nodeOf(flow, command.from), nodeOf(flow, command.to)]
  const outputs = openOutputs(source).filter(
    ({ name, label }) => command.output === undefined || [name, label].includes(command.output),
  )
  if (outputs.length === 0) {
    const names = openOutputs(source).map(({ name, label }) => (name === label ? name : `${name} (${label})`))
    throw new Impossible(`${source.data.label} has no such output. It has: ${names.join(', ') || 'none'}.`)
  }
  const ends = targetHandles(flow, target, command.input)
  const tried = outputs.flatMap(({ handle: sourceHandle }) =>
    ends.map((targetHandle) => {
      const connection = { source: source.id, sourceHandle, target: target.id, targetHandle }
      return { connection, verdict: canConnect(flow, connection) }
    }),
  )
  const fitting = tried.filter(({ verdict }) => verdict.ok)
  const [first] = fitting
  if (first && fitting.length === 1) return first.connection
  if (first) throw new Impossible('This fits in more than one way. Name the input and the output.')
  const refused = tried.find(({ verdict }) => !verdict.ok)?.verdict
  throw new Impossible(refused?.ok === false ? refused.reason : `${target.data.label} takes no connection there.`)
}

/** Between steps an edge ends at the step itself. */
function targetHandles(flow: Flow, target: FlowNode, name: string | undefined): string[] {
  if (flowKind(flow) === 'agents') return [target.id]
  const { inputAnchors, inputParams } = target.data
  return [...inputAnchors, ...inputParams]
    .filter((input) => takesConnections(input) && (name === undefined || input.name === name))
    .map((input) => inputHandleOf(target.id, input))
}

function nodeOf({ nodes }: Flow, id: string): FlowNode {
  const node = nodes.find((each) => each.id === id)
  if (node) return node
  const ids = nodes.map((each) => each.id).slice(0, 100)
  throw new Impossible(`There is no node "${id}" in the flow. There is: ${ids.join(', ') || 'none'}.`)
}
