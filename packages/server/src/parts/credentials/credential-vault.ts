import { AppError, type CredentialFields } from '@chatwright/contract'
import { readConnection, withConnection, withoutConnection, type ConnectionTokens } from './connection-state.ts'
import type { CredentialRow } from './credential-store.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * Why somebody may see a credential's values. Knowing its id is not a right to use it.
 * - `owner`: the person who manages this server edits or tests it; the values do not leave in clear.
 * - `canvas`: the owner loads a node's choices with it.
 * - `flow`: a flow is run, and one of its nodes holds this very credential.
 * - `channel`: a channel of the owner's making holds it.
 */
export type Grant =
  | { to: 'owner' }
  | { to: 'canvas'; kinds: readonly string[] }
  | { to: 'channel'; kinds: readonly string[] }
  | { to: 'flow'; kinds: readonly string[]; isHeld: boolean }

export interface CredentialVault {
  seal(id: string, values: CredentialFields, connection?: ConnectionTokens): string
  /** The tokens of a connection: never a node's to read. */
  connection(row: CredentialRow): ConnectionTokens
  /** The one function that decrypts a credential, and it checks. */
  open(row: CredentialRow, grant: Grant): CredentialFields
}

export function createCredentialVault(box: SecretBox): CredentialVault {
  const unseal = (row: CredentialRow): CredentialFields => {
    try {
      return JSON.parse(box.open({ table: 'credential', id: row.id }, row.encrypted_data)) as CredentialFields
    } catch (cause) {
      throw new AppError(
        'credential-unreadable',
        { id: row.id },
        {
          cause,
          message: `This server's encryption key can't decrypt the credential "${row.name}". Enter its values again.`,
        },
      )
    }
  }
  return {
    seal: (id, values, connection) =>
      box.seal({ table: 'credential', id }, JSON.stringify(withConnection(values, connection))),

    connection: (row) => readConnection(unseal(row)),

    open(row, grant) {
      check(row, grant)
      return withoutConnection(unseal(row))
    },
  }
}

function check(row: CredentialRow, grant: Grant): void {
  if (grant.to === 'owner') return
  if (!grant.kinds.includes(row.credential_name)) {
    throw refuse(row.id, `The node needs ${grant.kinds.join(' or ') || 'no credential'}, not ${row.credential_name}.`)
  }
  if (grant.to === 'flow' && !grant.isHeld) {
    throw refuse(row.id, 'No node of this flow uses this credential.')
  }
}

function refuse(id: string, reason: string): AppError {
  return new AppError(
    'credential-refused',
    { id, reason },
    { message: `You can't use this credential here. ${reason}` },
  )
}
