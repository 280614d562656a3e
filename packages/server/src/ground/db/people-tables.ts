import type { PersonRole } from '@chatwright/core'

/** Someone who signs in beside the operator. */
export interface PersonTable {
  id: string
  /** What they sign in with, in lower case. */
  login: string
  name: string
  role: PersonRole
  /** Scrypt. Null until they have chosen a password. */
  password_hash: string | null
  created_date: string
}

/** One for each person at most: an invitation, or a way to a new password. */
export interface PasswordLinkTable {
  person_id: string
  /** SHA-256 of the token, hex. */
  digest: string
  expires_date: string
}
