import type { CallEvent, ModelRequest } from '@chatwright/core'
import { identityOf, type GatedCall, type NodeIdentity } from '@chatwright/engine'
import type { EarlierLists } from './earlier-lists.ts'
import {
  canonicalText,
  hashOf,
  isWhole,
  listName,
  NO_TEXTS,
  writeList,
  writeShortMessages,
  writeValue,
  type EarlierList,
  type Written,
} from './value-texts.ts'

type Hide = <Value>(value: Value) => Value

/** What a call asked, as it is kept. */
export interface WrittenCall extends Written {
  /** What the key is made from, as events hold it. */
  key: string
  next?: { slot: string; list: EarlierList }
}

/** What its identity is made of. */
export type Asked = Pick<GatedCall, 'kind' | 'method' | 'node' | 'input'>

const identities = new WeakMap<NodeIdentity, string>()

/** A shorter list stands in its event and costs no row. A longer one is a row, because later ones go on from it. */
export const SHORTEST_LIST_ROW = 600

export function writeCall(call: Asked, hide: Hide, lists?: Pick<EarlierLists, 'get'>): WrittenCall {
  const { kind, node, input } = call
  const key = `=${node?.identity ? identityHash(node.identity, hide) : (node?.name ?? '')}`
  if (kind !== 'model') {
    const { hash, texts } = writeValue(hide(input))
    return { hash, texts, key }
  }
  const short = hasOnlyMessages(input as ModelRequest)
    ? writeShortMessages((input as ModelRequest).messages, SHORTEST_LIST_ROW)
    : undefined
  // A secret is taken out of the values: out of their text it could take a quote along.
  if (short !== undefined && hide(short) === short) return { hash: short, texts: NO_TEXTS, key }
  const request = hide(input as ModelRequest)
  // Put out, not left out: a copy without a property costs V8 several times a copy.
  const rest = { ...request, messages: undefined }
  const slot = slotOf(call)
  const { hash, texts, next } = writeList(request.messages, rest, lists?.get(slot), SHORTEST_LIST_ROW)
  return next ? { hash, texts, key, next: { slot, list: next } } : { hash, texts, key }
}

function hasOnlyMessages(request: ModelRequest): boolean {
  for (const name in request) if (name !== 'messages' && request[name as keyof ModelRequest] !== undefined) return false
  return true
}

/** Lists of the same call go on from each other. */
export function slotOf({ node, kind, method }: Asked): string {
  return `${node?.id ?? ''} ${kind} ${method}`
}

/**
 * What tells a recorded call from every other. Made when it is read, out of what the event holds: most recorded calls are
 * never looked for. Events of before hold the key itself.
 */
export function keyOf({ kind, method, key, request }: Pick<CallEvent, 'kind' | 'method' | 'key' | 'request'>): string {
  if (!isWhole(key)) return key
  const name = kind === 'model' ? listName(request) : request
  return hashOf(`${kind}\n${method}\n${key.slice(1)}\n${name}`)
}

/** The key that a call would be recorded under. */
export function keyOfCall(call: Asked, hide: Hide): string {
  const { key, hash: request } = writeCall(call, hide)
  return keyOf({ ...call, key, request })
}

function identityHash(identity: NodeIdentity, hide: Hide): string {
  const known = identities.get(identity)
  if (known !== undefined) return known
  const { inputs, ...rest } = identity
  const made = Object.entries(inputs).map(([name, value]) => [name, standIn(value, hide)])
  const hash = hashOf(canonicalText(hide({ ...rest, inputs: Object.fromEntries(made) as object }), {}))
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
