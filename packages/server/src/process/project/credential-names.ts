import { mapCredentials } from '@chatwright/code'
import type { Flow } from '@chatwright/core'
import { listCredentials, type CredentialSummary } from '@chatwright/contract'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import type { Remote } from './remote.ts'

/** Credentials of a server by name and by id: code names them, a server has them by id. */
export interface CredentialNames {
  all: readonly CredentialSummary[]
  /** Ids become names. One of a credential that is no longer there stays as it is. */
  named(flow: Flow): Flow
  /** Names become ids; refuses a name that the server doesn't have. */
  identified(flow: Flow): Flow
}

export async function readCredentialNames(remote: Remote): Promise<CredentialNames> {
  const all = await remote.call(listCredentials)
  const byId = new Map(all.map((each) => [each.id, each]))
  const byName = grouped(all)
  const idOf = (name: string): string => {
    if (byId.has(name)) return name
    const found = byName.get(name) ?? []
    if (found.length > 1) {
      throw new UserFacingError(`${remote.name} has ${found.length} credentials called "${name}". Rename all but one.`)
    }
    if (found[0]) return found[0].id
    const names = all
      .map((each) => each.name)
      .slice(0, 20)
      .join(', ')
    throw new UserFacingError(
      `${remote.name} has no credential called "${name}". Create it there${names === '' ? '' : `, or use one of: ${names}`}.`,
    )
  }
  return {
    all,
    named: (flow) => mapCredentials(flow, (id) => byId.get(id)?.name ?? id),
    identified: (flow) => mapCredentials(flow, idOf),
  }
}

function grouped(all: readonly CredentialSummary[]): Map<string, CredentialSummary[]> {
  const groups = new Map<string, CredentialSummary[]>()
  for (const each of all) {
    const group = groups.get(each.name)
    if (group) group.push(each)
    else groups.set(each.name, [each])
  }
  return groups
}

/** The names of the credentials that a flow uses, wherever it does. */
export function credentialsIn(flow: Flow): Set<string> {
  const names = new Set<string>()
  mapCredentials(flow, (name) => {
    names.add(name)
    return name
  })
  return names
}
