import { AppError } from '@chatwright/contract'
import {
  namesNodeType,
  nodeNames,
  parseJson,
  requestReach,
  type Flow,
  type FlowNode,
  type InputDescription,
  type NodeDescription,
  type NodeNames,
} from '@chatwright/core'
import type { OverrideSettings } from '../../door/http/flow-head.ts'

/** Values of a request that take the place of the flow's own. */
export interface AllowedOverrides {
  nodes: Record<string, Record<string, unknown>>
  variables: Record<string, string>
  /** What of the request changes nothing, by name: the answer lists it. Missing where everything counts. */
  ignored?: string[]
}

export interface OverrideQuestion {
  flow: Flow
  describe(nodeName: string): NodeDescription | undefined
  /** Missing when the owner asks: then every declared value is open. */
  settings: OverrideSettings | undefined
  overrideConfig: Readonly<Record<string, unknown>>
}

/**
 * Keeps of an `overrideConfig` what the flow's owner opened, and only values of inputs that nodes declare; names the rest.
 * Throws where a value of an open input is given for a node that the flow does not have. An input that is closed and one that
 * does not exist look alike, so that nobody learns how the flow is made.
 */
export function allowedOverrides({ flow, describe, settings, overrideConfig }: OverrideQuestion): AllowedOverrides {
  const allowed: AllowedOverrides = { nodes: {}, variables: {} }
  const inputs = new Map<string, GivenInput>()
  const isClosed = settings !== undefined && !settings.isOpen
  if (!isClosed) {
    allowed.variables = allowedVariables(overrideConfig['vars'], settings)
    const names = nodeNames(flow, describe)
    // By what nodes declare: a request may hold a hundred thousand names, and each would be looked for in every node.
    for (const node of flow.nodes) {
      for (const [name, input] of inputsOf(describe(node.data.name))) {
        if (HEARD_ELSEWHERE.has(name) || !Object.hasOwn(overrideConfig, name)) continue
        const given = inputs.get(name) ?? readValue(overrideConfig[name], names)
        inputs.set(name, given)
        if (!isOpen(node, input, settings)) {
          given.closed.add(node.id)
          continue
        }
        given.open.add(node.id)
        const own = valueFor(node, given)
        if (own === undefined || !fits(input, own)) continue
        given.taken.add(node.id)
        allowed.nodes[node.id] = { ...allowed.nodes[node.id], [name]: own }
      }
    }
    for (const [name, given] of inputs) if (given.open.size > 0) refuseUnknownNodes(name, given, describe)
  }
  const ignored = Object.keys(overrideConfig).flatMap((name) => {
    if (name === 'vars') return ignoredVariables(overrideConfig[name], allowed.variables)
    return HEARD_ELSEWHERE.has(name) ? [] : ignoredOf(name, inputs.get(name))
  })
  return ignored.length > 0 ? { ...allowed, ignored: shortened(ignored) } : allowed
}

/** What a request gives for an input of the flow. */
interface GivenInput {
  value: unknown
  /** By the id of the node that is meant, with the name it is meant by; nothing where the value is meant for all. */
  byNode: ReadonlyMap<string, { own: unknown; name: string }>
  /** Keys that name no node. */
  others: readonly string[]
  /** The nodes it is open in, those of them that took it, and the nodes it is closed in. */
  open: Set<string>
  taken: Set<string>
  closed: Set<string>
}

/** `{"temperature": 0.5}` is meant for every node, `{"temperature": {"chatOpenAI_0": 0.5}}` for one. */
function readValue(value: unknown, names: NodeNames): GivenInput {
  const byNode = new Map<string, { own: unknown; name: string }>()
  const others: string[] = []
  for (const [name, own] of isRecord(value) ? Object.entries(value) : []) {
    const id = names.idOf(name)
    if (id === undefined) others.push(name)
    else byNode.set(id, { own, name })
  }
  return { value, byNode, others, open: new Set(), taken: new Set(), closed: new Set() }
}

function valueFor({ id }: FlowNode, { value, byNode }: GivenInput): unknown {
  return byNode.size > 0 ? byNode.get(id)?.own : value
}

/** An object may be the value itself, of an input that takes JSON. */
function refuseUnknownNodes(name: string, given: GivenInput, describe: OverrideQuestion['describe']): void {
  const { byNode, others, open, taken, closed } = given
  const unknown = byNode.size > 0 || taken.size === 0 ? others : others.filter((key) => namesNodeType(key, describe))
  const elsewhere = [...byNode].filter(([id]) => !open.has(id) && !closed.has(id)).map(([, { name: key }]) => key)
  const [first] = [...unknown, ...elsewhere]
  if (first === undefined) return
  const message = `No node of this flow that takes "${name}" has the id "${first}". Use one of: ${[...open].join(', ')}.`
  throw new AppError('invalid-request', { issues: [{ path: `overrideConfig.${name}`, message }] }, { message })
}

function ignoredOf(name: string, given: GivenInput | undefined): string[] {
  if (!given || given.taken.size === 0) return [name]
  return [...given.byNode].flatMap(([id, node]) => (given.taken.has(id) ? [] : `${name}.${node.name}`))
}

function ignoredVariables(given: unknown, taken: Readonly<Record<string, string>>): string[] {
  const variables = readVariables(given)
  if (!variables) return ['vars']
  return Object.keys(variables).flatMap((name) => (Object.hasOwn(taken, name) ? [] : `vars.${name}`))
}

const MOST_NAMED = 20
const LONGEST_NAME = 100

/** A request may hold a hundred thousand names. */
function shortened(names: readonly string[]): string[] {
  const shown = names.slice(0, MOST_NAMED).map((name) => name.slice(0, LONGEST_NAME))
  return names.length > MOST_NAMED ? [...shown, `and ${names.length - MOST_NAMED} more`] : shown
}

/** `sessionId` names the conversation of the whole request, and not every caller may name any: it is heard there. */
const HEARD_ELSEWHERE: ReadonlySet<string> = new Set(['sessionId', 'vars'])

/** By their names; of two of one name the first counts. */
function inputsOf(description: NodeDescription | undefined): Map<string, InputDescription> {
  return new Map((description?.inputs ?? []).toReversed().map((input) => [input.name, input]))
}

function isOpen(node: FlowNode, input: InputDescription, settings: OverrideSettings | undefined): boolean {
  if (requestReach(input) !== 'value') return false
  if (!settings) return true
  const ids = [node.id, ...(node.data.formerIds ?? [])]
  const named = [...ids, node.data.label].find((name) => settings.inputs.has(name))
  return named !== undefined && (settings.inputs.get(named)?.has(input.name) ?? false)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fits({ type }: InputDescription, value: unknown): boolean {
  if (typeof value !== 'object') return value !== undefined
  if (value === null) return false
  if (type === 'json') return true
  return Array.isArray(value) && (type === 'multiOptions' || type === 'asyncMultiOptions')
}

function allowedVariables(value: unknown, settings: OverrideSettings | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readVariables(value) ?? {})
      .filter(([name, entry]) => isScalar(entry) && (!settings || settings.variables.has(name)))
      .map(([name, entry]) => [name, String(entry)]),
  )
}

/** A form holds them as the text of an object. */
function readVariables(value: unknown): Record<string, unknown> | undefined {
  const given = typeof value === 'string' ? parseObject(value) : value
  return typeof given === 'object' && given !== null ? { ...given } : undefined
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function parseObject(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
