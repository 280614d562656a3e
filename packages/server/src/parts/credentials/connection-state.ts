import type { CredentialFields } from '@chatwright/contract'

/** Where a credential's sealed values hold what a connection got. No form has such a field, and no node reads it. */
const PLACE = '_connection'

/** What is stored, sealed, of a connection between its steps and after them. */
export interface ConnectionTokens {
  access?: string
  refresh?: string
  /** When the access token is no longer good, in milliseconds since 1970. */
  goodUntil?: number
  /** The scopes that were granted, where the service says so. */
  granted?: string[]
  /** Somebody is in a browser to allow it, and comes back with this. */
  pending?: {
    state: string
    verifier: string
    until: number
    /** The digest of what its cookie holds. */
    browser?: string
  }
  /** Somebody enters a code elsewhere. */
  device?: { code: string; everyMs: number; until: number }
}

export function withoutConnection({ [PLACE]: _, ...fields }: CredentialFields): CredentialFields {
  return fields
}

export function readConnection({ [PLACE]: text }: CredentialFields): ConnectionTokens {
  return typeof text === 'string' ? (JSON.parse(text) as ConnectionTokens) : {}
}

export function withConnection(fields: CredentialFields, tokens: ConnectionTokens | undefined): CredentialFields {
  return tokens === undefined ? fields : { ...fields, [PLACE]: JSON.stringify(tokens) }
}
