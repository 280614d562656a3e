import { AppError, type FlowAccess } from '@chatwright/contract'

interface AccessColumns {
  is_owner_only: 0 | 1
  api_key_id: string | null
}

export function accessOf(flow: AccessColumns): FlowAccess {
  if (flow.is_owner_only === 1) return 'owner'
  return flow.api_key_id === null ? 'open' : 'key'
}

/** What is to be stored so that the flow has this access. A key that is kept for later opens nothing until then. */
export function accessColumns(access: FlowAccess, current: Pick<AccessColumns, 'api_key_id'>): Partial<AccessColumns> {
  switch (access) {
    case 'owner':
      return { is_owner_only: 1 }
    case 'open':
      return { is_owner_only: 0, api_key_id: null }
    case 'key':
      if (current.api_key_id !== null) return { is_owner_only: 0 }
      throw new AppError('invalid-request', {
        issues: [{ path: 'apikeyid', message: "Access by API key needs the key's ID" }],
      })
  }
}
