import { AppError } from '@chatwright/contract'
import {
  applyEdit,
  CREDENTIAL_KEY,
  flowGraph,
  holdsCredential,
  isSameSteering,
  refusalText,
  steeringOf,
  writeInputPath,
  type Edit,
  type Flow,
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
      refuseSecrets(before, { command, describe })
      const applied = applyEdit(before, editOf(command), { describe })
      if ('refusal' in applied) throw new Impossible(refusalText(applied.refusal))
      refuseSteering(before, applied.flow, { command, describe })
      return applied.flow
    } catch (error) {
      if (!(error instanceof Impossible)) throw error
      const message = `Command ${index + 1} (${command.do}): ${error.message} Nothing was changed.`
      throw new AppError('invalid-request', { issues: [{ path: `commands.${index}`, message }] }, { message })
    }
  }, flow)
}

function editOf(command: FlowCommand): Edit {
  switch (command.do) {
    case 'add':
    case 'rename':
    case 'disconnect':
      return command
    case 'set':
      return { do: 'set', id: command.id, path: writeInputPath([command.input]), value: command.value }
    case 'remove':
      return { do: 'remove', ids: [command.id] }
    case 'connect': {
      const { from, to, input, output } = command
      return { do: 'connect', from, to: input === undefined ? to : `${to}.${input}`, branch: output }
    }
  }
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

/** Secrets are typed and credentials chosen by a person. */
function refuseSecrets(flow: Flow, { command, describe }: { command: FlowCommand; describe: Describe }): void {
  if (command.do !== 'add' && command.do !== 'set') return
  const inputs = command.do === 'add' ? (command.inputs ?? {}) : { [command.input]: command.value }
  const node = command.do === 'set' ? flowGraph(flow).nodes.get(command.id)?.data : undefined
  const description = command.do === 'add' ? describe(command.node) : undefined
  const params = node?.inputParams ?? description?.inputs ?? []
  for (const [name, value] of Object.entries(inputs)) {
    const type = params.find((param) => param.name === name)?.type
    const isSecret = type === 'password' || type === 'credential' || name === CREDENTIAL_KEY || namesCredential(value)
    if (!isSecret) continue
    const label = node?.label ?? description?.label ?? ''
    throw new Impossible(`"${name}" of ${label} is a secret. A person chooses a credential on the canvas.`)
  }
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
  return text.replaceAll(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
