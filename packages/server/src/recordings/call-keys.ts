import type { ModelRequest } from '@chatwright/core'
import { identityOf, type GatedCall, type NodeIdentity } from '@chatwright/engine'
import { canonicalText, hashOf, isWhole, writeList, writeValue, type EarlierList, type Written } from './value-texts.ts'

type Hide = <Value>(value: Value) => Value

/** What a call asked, as it is kept, and the key that equal calls have in common. */
export interface WrittenCall extends Written {
  key: string
  next?: EarlierList
}

/** What its identity is made of. */
export type Asked = Pick<GatedCall, 'kind' | 'method' | 'node' | 'input'>

const identities = new WeakMap<NodeIdentity, string>()

/** A shorter list stands in its event and costs no row. A longer one is a row, because later ones go on from it. */
export const SHORTEST_LIST_ROW = 600

export function writeCall(call: Asked, hide: Hide, earlier?: EarlierList): WrittenCall {
  const { kind, method, node } = call
  const input = hide(call.input)
  const made = node?.identity ? identityHash(node.identity, hide) : (node?.name ?? '')
  const before = `${kind}\n${method}\n${made}\n`
  if (kind === 'model') {
    const { messages } = input as ModelRequest
    // Put out, not left out: a copy without a property costs V8 several times a copy.
    const rest = { ...(input as ModelRequest), messages: undefined }
    const { hash, name, texts, next } = writeList(messages, rest, earlier, SHORTEST_LIST_ROW)
    const key = hashOf(before + name)
    return next ? { hash, texts, key, next } : { hash, texts, key }
  }
  const { hash, texts } = writeValue(input)
  return { hash, texts, key: keyOf(before + hash, isWhole(hash)) }
}

/** Keys of calls that are asked the same again and again, as a memory is. */
const knownKeys = new Map<string, string>()
const MOST_KEYS = 1000

function keyOf(text: string, isShort: boolean): string {
  const known = isShort ? knownKeys.get(text) : undefined
  if (known !== undefined) return known
  const key = hashOf(text)
  if (isShort && knownKeys.size < MOST_KEYS) knownKeys.set(text, key)
  return key
}

function identityHash(identity: NodeIdentity, hide: Hide): string {
  const known = identities.get(identity)
  if (known !== undefined) return known
  const { inputs, ...rest } = identity
  const made = Object.entries(inputs).map(([name, value]) => [name, standIn(value, hide)])
  const hash = hashOf(canonicalText(hide({ ...rest, inputs: Object.fromEntries(made) as object }), new Map()))
  identities.set(identity, hash)
  return hash
}

/** Values of other nodes are told by what they were made from. */
function standIn(value: unknown, hide: Hide): unknown {
  if (typeof value !== 'object' || value === null) return value
  const identity = identityOf(value)
  if (identity) return { node: identityHash(identity, hide) }
  if (Array.isArray(value)) return value.map((each: unknown) => standIn(each, hide))
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, standIn(each, hide)]))
}
