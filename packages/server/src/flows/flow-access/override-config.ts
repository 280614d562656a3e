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
import type { OverrideSettings } from '../flows/flow-settings.ts'

/** Values of a request that take the place of the flow's own. */
export interface AllowedOverrides {
  nodes: Record<string, Record<string, unknown>>
  variables: Record<string, string>
}

export interface OverrideQuestion {
  flow: Flow
  describe(nodeName: string): NodeDescription | undefined
  /** Missing when the owner asks: then every declared value is open. */
  settings: OverrideSettings | undefined
  overrideConfig: Readonly<Record<string, unknown>>
}

/**
 * Keeps of an `overrideConfig` what the flow's owner opened, and only values of inputs that nodes declare. Throws where a
 * value of an open input is given for a node that the flow does not have.
 */
export function allowedOverrides({ flow, describe, settings, overrideConfig }: OverrideQuestion): AllowedOverrides {
  const allowed: AllowedOverrides = { nodes: {}, variables: {} }
  if (settings && !settings.isOpen) return allowed
  if (Object.hasOwn(overrideConfig, 'vars')) allowed.variables = allowedVariables(overrideConfig['vars'], settings)
  const names = nodeNames(flow, describe)
  const open = new Map<string, OpenInput>()
  // By what nodes declare: a request may hold a hundred thousand names, and each would be looked for in every node.
  for (const node of flow.nodes) {
    for (const [name, input] of inputsOf(describe(node.data.name))) {
      if (HEARD_ELSEWHERE.has(name) || !Object.hasOwn(overrideConfig, name) || !isOpen(node, input, settings)) continue
      const asked = open.get(name) ?? readValue(overrideConfig[name], names)
      open.set(name, asked)
      asked.ids.push(node.id)
      const own = valueFor(node, asked)
      if (own === undefined || !fits(input, own)) continue
      asked.isTaken = true
      allowed.nodes[node.id] = { ...allowed.nodes[node.id], [name]: own }
    }
  }
  for (const [name, asked] of open) refuseUnknownNodes(name, asked, describe)
  return allowed
}

/** What a request gives for an input that is open. */
interface OpenInput {
  value: unknown
  /** By the id of the node that is meant; nothing where the value is meant for all. */
  byNode: ReadonlyMap<string, unknown>
  /** Keys that name no node. */
  others: readonly string[]
  /** The nodes it is open in. */
  ids: string[]
  isTaken: boolean
}

/** `{"temperature": 0.5}` is meant for every node, `{"temperature": {"chatOpenAI_0": 0.5}}` for one. */
function readValue(value: unknown, names: NodeNames): OpenInput {
  const byNode = new Map<string, unknown>()
  const others: string[] = []
  for (const [key, own] of isRecord(value) ? Object.entries(value) : []) {
    const id = names.idOf(key)
    if (id === undefined) others.push(key)
    else byNode.set(id, own)
  }
  return { value, byNode, others, ids: [], isTaken: false }
}

function valueFor({ id }: FlowNode, { value, byNode }: OpenInput): unknown {
  return byNode.size > 0 ? byNode.get(id) : value
}

/** An object may be the value itself, of an input that takes JSON. */
function refuseUnknownNodes(name: string, asked: OpenInput, describe: OverrideQuestion['describe']): void {
  const { byNode, others, ids, isTaken } = asked
  const meant = byNode.size > 0 || !isTaken ? others : others.filter((key) => namesNodeType(key, describe))
  const [first] = meant
  if (first === undefined) return
  const message = `No node of this flow that takes "${name}" has the id "${first}". Use one of: ${ids.join(', ')}.`
  throw new AppError('invalid-request', { issues: [{ path: `overrideConfig.${name}`, message }] }, { message })
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
  const given = typeof value === 'string' ? parseObject(value) : value
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, entry]) => isScalar(entry) && (!settings || settings.variables.has(name)))
      .map(([name, entry]) => [name, String(entry)]),
  )
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
