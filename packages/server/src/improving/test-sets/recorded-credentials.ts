import { parseFlowData, type Flow } from '@chatwright/core'
import type { TurnOfCase } from './case-turn.ts'

/**
 * A flow file names no credentials, and a call is known by whether its node had one: nodes that were recorded with a
 * credential have it again. Nothing opens it; what is answered from the record needs no key.
 */
export function withRecordedCredentials(flow: Flow, turns: readonly TurnOfCase[]): Flow {
  const text = turns.find(({ recording }) => recording !== null)?.recording?.flowData
  if (text === undefined) return flow
  const before = new Map(parseFlowData(text).nodes.map((node) => [node.id, node.data]))
  return {
    ...flow,
    nodes: flow.nodes.map((node) => {
      const known = before.get(node.id)
      if (!known || known.name !== node.data.name) return node
      return { ...node, data: fill(node.data, known) }
    }),
  }
}

const KEYS = ['credential', 'FLOWISE_CREDENTIAL_ID']

/** Puts in what only the other has under the names of credentials, as deep as both are alike. */
function fill<Value>(value: Value, known: unknown): Value {
  if (typeof value !== 'object' || value === null || typeof known !== 'object' || known === null) return value
  if (Array.isArray(value)) return value.map((each: unknown, at) => fill(each, (known as unknown[])[at])) as Value
  const other = new Map(Object.entries(known))
  const filled = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, other.get(name))]))
  for (const key of KEYS) if (filled[key] === undefined && other.has(key)) filled[key] = other.get(key)
  return filled as Value
}
