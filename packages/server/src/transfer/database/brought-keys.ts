import type { ApiKeyRow } from '../../door/api-keys/api-key-store.ts'
import type { Row } from './backup-file.ts'

export interface BroughtKey {
  id: string
  keyName: string
  permissions: string[]
  /** Ids of the flows it would open; null for all. */
  flows: string[] | null
}

type Rights = Pick<ApiKeyRow, 'permissions' | 'flows' | 'networks'>

/**
 * Closes the keys of a file, but for those that are open here already with no fewer rights: a file may come from
 * anybody, and whoever made it may hold its keys.
 */
export function closeBroughtKeys(
  keys: readonly Row[],
  open: readonly (Rights & Pick<ApiKeyRow, 'digest'>)[],
): { rows: Row[]; closed: BroughtKey[] } {
  const known = new Map<Row[string] | undefined, Rights>(open.map((key) => [key.digest, key]))
  const closed: BroughtKey[] = []
  const rows = keys.map((row): Row => {
    const brought = {
      permissions: String(row['permissions']),
      flows: textOrNull(row['flows']),
      networks: textOrNull(row['networks']),
    }
    const before = known.get(row['digest'])
    if (before && isWithin(brought, before)) return { ...row, is_closed: 0 }
    closed.push({
      id: String(row['id']),
      keyName: String(row['key_name']),
      permissions: readList(brought.permissions),
      flows: brought.flows === null ? null : readList(brought.flows),
    })
    return { ...row, is_closed: 1 }
  })
  return { rows, closed }
}

/** Each key with what it would open, for whoever loads a file without a screen. */
export function describeKeys(keys: readonly BroughtKey[]): string {
  return keys
    .map(({ id, keyName, permissions, flows }) => {
      const scope = flows === null ? 'all flows' : `${flows.length} ${flows.length === 1 ? 'flow' : 'flows'}`
      const others = permissions.filter((permission) => permission !== 'predict' && permission !== 'manage')
      const asks = permissions.includes('predict') ? [`asks ${scope}`] : []
      const rights = permissions.includes('manage')
        ? 'asks and manages everything'
        : [...asks, ...(others.length === 0 ? [] : [`${others.join(', ')} of ${scope}`])].join('; ')
      return `  ${JSON.stringify(keyName)} (${id}): ${rights}`
    })
    .join('\n')
}

function isWithin(brought: Rights, known: Rights): boolean {
  return (
    isSubset(readList(brought.permissions), readList(known.permissions)) &&
    isNarrower(brought.flows, known.flows) &&
    isNarrower(brought.networks, known.networks)
  )
}

/** Of lists that stand for everything where there is none. */
function isNarrower(brought: string | null, known: string | null): boolean {
  return known === null || (brought !== null && isSubset(readList(brought), readList(known)))
}

function textOrNull(column: Row[string] | undefined): string | null {
  return column === null || column === undefined ? null : String(column)
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  const held = new Set(all)
  return some.every((item) => held.has(item))
}

function readList(text: string): string[] {
  return JSON.parse(text) as string[]
}
