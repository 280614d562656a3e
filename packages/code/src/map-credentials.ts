import type { Flow } from '@chatwright/core'
import { CREDENTIAL_KEY } from '@chatwright/core'

/** The flow with each of its credentials changed, those of nodes that are chosen inside another one too. */
export function mapCredentials(flow: Flow, change: (credential: string) => string): Flow {
  const nodes = flow.nodes.map((node) => {
    const { credential, inputs } = node.data
    const next = isSet(credential) ? change(credential) : credential
    const within = changeInside(inputs, change) as typeof inputs
    if (next === credential && within === inputs) return node
    return { ...node, data: { ...node.data, inputs: within, ...(next !== undefined && { credential: next }) } }
  })
  return { ...flow, nodes }
}

function changeInside(value: unknown, change: (credential: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => changeInside(item, change))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const entries = Object.entries(value).map(([key, item]: [string, unknown]): [string, unknown, unknown] => [
    key,
    item,
    key === CREDENTIAL_KEY && isSet(item) ? change(item) : changeInside(item, change),
  ])
  if (entries.every(([, before, after]) => before === after)) return value
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]))
}

function isSet(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
