import { parseJson, readingsOfStore, type Flow } from '@chatwright/core'

export type NewIds = ReadonlyMap<string, string>

/** A flow that names what came with it by the ids it has here: in values, in rows of them, and in lists kept as text. */
export function renameIds(flow: Flow, newIds: NewIds): Flow {
  return {
    ...flow,
    nodes: flow.nodes.map((node) => ({
      ...node,
      data: { ...node.data, inputs: renamed(node.data.inputs, newIds) as Record<string, unknown> },
    })),
  }
}

function renamed(value: unknown, newIds: NewIds): unknown {
  if (typeof value === 'string') return renamedText(value, newIds)
  if (Array.isArray(value)) return value.map((each) => renamed(each, newIds))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each, newIds)]))
}

function renamedText(text: string, newIds: NewIds): string {
  const newId = newIds.get(text)
  if (newId !== undefined) return newId
  // Steps keep the name of a store behind its id.
  const named = text.includes(':') && readingsOfStore(text).findLast(({ id }) => newIds.has(id))
  if (named) return `${newIds.get(named.id)}:${named.name}`
  if (!text.startsWith('[') && !text.startsWith('{')) return text
  return renamedJson(text, newIds)
}

/** Left letter by letter as it is where it names nothing that moved. */
function renamedJson(text: string, newIds: NewIds): string {
  try {
    const value = parseJson(text)
    const changed = JSON.stringify(renamed(value, newIds))
    return changed === JSON.stringify(value) ? text : changed
  } catch {
    return text
  }
}
