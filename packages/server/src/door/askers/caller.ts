import type { ApiKeyPermission } from '@chatwright/contract'
import type { PersonRole } from '@chatwright/core'

/** What a request showed at the door. Read there alone: who asks is made of it once. */
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
      kind: 'person'
      id: string
      name: string
      role: PersonRole
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
