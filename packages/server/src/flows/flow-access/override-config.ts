import {
  parseJson,
  requestReach,
  type Flow,
  type FlowNode,
  type InputDescription,
  type NodeDescription,
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

/** Keeps of an `overrideConfig` what the flow's owner opened, and only values of inputs that nodes declare. */
export function allowedOverrides({ flow, describe, settings, overrideConfig }: OverrideQuestion): AllowedOverrides {
  const allowed: AllowedOverrides = { nodes: {}, variables: {} }
  if (settings && !settings.isOpen) return allowed
  if (Object.hasOwn(overrideConfig, 'vars')) allowed.variables = allowedVariables(overrideConfig['vars'], settings)
  const namesNodes = new Map<string, boolean>()
  // By what nodes declare: a request may hold a hundred thousand names, and each would be looked for in every node.
  for (const node of flow.nodes) {
    for (const [name, input] of inputsOf(describe(node.data.name))) {
      if (HEARD_ELSEWHERE.has(name) || !Object.hasOwn(overrideConfig, name) || !isOpen(node, input, settings)) continue
      const value = overrideConfig[name]
      const isForOthers = namesNodes.get(name) ?? holdsNodeIds(value)
      namesNodes.set(name, isForOthers)
      const own = valueFor(node, value, isForOthers)
      if (own === undefined || !fits(input, own)) continue
      allowed.nodes[node.id] = { ...allowed.nodes[node.id], [name]: own }
    }
  }
  return allowed
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
  const names = settings.inputs.get(node.id) ?? settings.inputs.get(node.data.label)
  return names?.has(input.name) ?? false
}

/** `{"temperature": 0.5}` is meant for every node, `{"temperature": {"chatOpenAI_0": 0.5}}` for one. */
function valueFor(node: FlowNode, value: unknown, isForOthers: boolean): unknown {
  if (!isRecord(value)) return value
  if (Object.hasOwn(value, node.id)) return value[node.id]
  return isForOthers ? undefined : value
}

function holdsNodeIds(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).some((key) => /^\w+_\d+$/.test(key))
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
