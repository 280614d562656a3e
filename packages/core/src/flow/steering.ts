import { isParam } from './handles.ts'
import type { Flow, FlowNode, InputDescription, NodeData } from './document.ts'
import type { Describe } from './read/repair.ts'
import { createNode } from './create-node.ts'
import { CREDENTIAL_KEY, readChosenNode, settingsKey, VERSION_KEY } from './steps/chosen-node.ts'
import { inputForms } from './steps/input-forms.ts'
import { mapChosen } from './steps/map-chosen.ts'
import { readRows, type Row } from './steps/read-rows.ts'

/** What a node holds that decides where something goes, and its code: by the path of each value. */
export type Steering = ReadonlyMap<string, unknown>

/** Reads the destinations, the code and the chosen nodes of a node, in lists and in chosen nodes too. */
export function steeringOf(data: NodeData, describe: Describe): Steering {
  const found = new Map<string, unknown>()
  const declared = describe(data.name)?.inputs ?? []
  const known = new Set(declared.map(({ name }) => name))
  gather(data.inputs, [...declared, ...data.inputParams.filter(({ name }) => !known.has(name)).map(undeclared)], {
    describe,
    path: '',
    found,
  })
  return found
}

/** Whether both lead everything to the same places and run the same code. */
export function isSameSteering(one: Steering, other: Steering): boolean {
  return one.size === other.size && [...one].every(([path, value]) => isSame(value, other.get(path)))
}

/** Whether a node holds a credential, itself or in a node that is chosen inside it. */
export function holdsCredential(data: NodeData, describe: Describe): boolean {
  return withoutCredentials(data, describe) !== data
}

/** The same node without its credentials. */
export function withoutCredentials(data: NodeData, describe: Describe): NodeData {
  const inputs = mapChosen(data.inputs, describe(data.name)?.inputs ?? [], ({ settings }) => {
    if (!settings[CREDENTIAL_KEY]) return undefined
    const { [CREDENTIAL_KEY]: _, ...rest } = settings
    return { settings: rest }
  })
  if (inputs === data.inputs && !data.credential) return data
  const { credential: _, ...rest } = data
  return { ...rest, inputs }
}

/**
 * The nodes of a flow that lead elsewhere, or run other code, than those of another, and those that newly name a variable.
 * One that is new counts where it is set to more than it begins with, and where a model gives the address it calls.
 */
export function resteeredNodes(before: Flow, after: Flow, describe: Describe): FlowNode[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]))
  return after.nodes.filter((node) => {
    const was = old.get(node.id)
    if (was === node) return false
    if (was?.data.name === node.data.name) {
      const isSteady = isSameSteering(steeringOf(was.data, describe), steeringOf(node.data, describe))
      return !isSteady || namesMoreVariables(was.data, node.data)
    }
    const description = describe(node.data.name)
    if (!description) return true
    const fresh = createNode(description, { id: node.id, position: node.position })
    return (
      (isTool(description) && description.inputs.some(steers)) ||
      !isSameSteering(steeringOf(fresh.data, describe), steeringOf(node.data, describe)) ||
      namesMoreVariables(fresh.data, node.data)
    )
  })
}

interface Gathering {
  describe: Describe
  path: string
  found: Map<string, unknown>
}

function gather(inputs: Row, declared: readonly InputDescription[], { describe, path, found }: Gathering): void {
  for (const input of inputForms(declared)) {
    const at = `${path}${input.name}`
    const value = inputs[input.name]
    if (steers(input) && !isBlank(value)) found.set(at, value)
    if (input.component !== undefined) gatherChosen(input, inputs, { describe, path: at, found })
    for (const [index, row] of (input.array ? (readRows(value) ?? []) : []).entries()) {
      gather(row, input.array ?? [], { describe, path: `${at}[${index}].`, found })
    }
  }
}

function gatherChosen(input: InputDescription, inputs: Row, { describe, path, found }: Gathering): void {
  const chosen = readChosenNode(input, inputs)
  if (!chosen) return
  found.set(path, chosen.name)
  const declared = describe(chosen.name)?.inputs ?? []
  const known = new Set([
    ...declared.map(({ name }) => name),
    ...declared.map(settingsKey),
    VERSION_KEY,
    CREDENTIAL_KEY,
  ])
  const unknown = Object.keys(chosen.settings).filter((name) => !known.has(name))
  const others = unknown.map((name): InputDescription => undeclared({ name, label: name, type: 'string' }))
  gather(chosen.settings, [...declared, ...others], { describe, path: `${path}.`, found })
}

/** What today's node does not know may be what an older version of it called its address. */
function undeclared(input: InputDescription): InputDescription {
  return { ...input, destination: input.destination ?? true }
}

function steers(input: InputDescription): boolean {
  return isParam(input) && (input.destination === true || input.type === 'code')
}

function isTool({ baseClasses }: { baseClasses: readonly string[] }): boolean {
  return baseClasses.includes('Tool')
}

function namesMoreVariables(before: NodeData, after: NodeData): boolean {
  const known = new Set(textsWithVariables(before.inputs))
  return textsWithVariables(after.inputs).some((text) => !known.has(text))
}

function textsWithVariables(inputs: unknown): string[] {
  const texts: string[] = []
  const waiting: unknown[] = [inputs]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (typeof each === 'string') {
      if (each.includes('$vars')) texts.push(each)
    } else if (typeof each === 'object' && each !== null) {
      for (const inner of Object.values(each)) if (inner != null) waiting.push(inner)
    }
  }
  return texts
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
