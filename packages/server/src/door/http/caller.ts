import type { ApiKeyPermission, Right } from '@chatwright/contract'

/** Who is calling, decided once per request. */
export type Caller =
  | {
      kind: 'anonymous'
      /** Where there is no login: came from this machine, by no proxy and from no page of another site. */
      isOperator?: true
      /** There when a key came along that nobody has: to be called where a key was demanded, against guessing. */
      noteWrongKey?: () => void
    }
  | {
      kind: 'owner'
      /** The id of the sign-in whose token came in the password's place. */
      signIn?: string
    }
  | {
      kind: 'api-key'
      id: string
      permissions: readonly ApiKeyPermission[]
      /** Null opens every flow. */ flows: readonly string[] | null
    }

/** The same key where the server may not be managed from. */
export function withoutManaging(caller: Caller): Caller {
  if (caller.kind !== 'api-key') return caller
  return { ...caller, permissions: caller.permissions.filter((permission) => permission === 'predict') }
}

export function canManage(caller: Caller): boolean {
  return caller.kind === 'owner' || (caller.kind === 'api-key' && caller.permissions.includes('manage'))
}

/** Whether the one who calls runs this server: signed in, or on its own machine where nobody needs to. */
export function isOperator(caller: Caller): boolean {
  return canManage(caller) || (caller.kind === 'anonymous' && caller.isOperator === true)
}

/** Whether the one who calls has a right: named on its key, or as the one who runs this server. Who edits flows reads them. */
export function mayDo(caller: Caller, right: Right): boolean {
  if (isOperator(caller)) return true
  if (caller.kind !== 'api-key') return false
  const { permissions } = caller
  return permissions.includes(right) || (right === 'flow.read' && permissions.includes('flow.edit'))
}

/** Whether a flow is among those that the key of a caller is for. */
export function reaches(caller: Caller, flowId: string): boolean {
  return caller.kind !== 'api-key' || caller.flows === null || caller.flows.includes(flowId) || isOperator(caller)
}
