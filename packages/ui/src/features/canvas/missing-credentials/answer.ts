import type { CredentialDescription } from '@chatwright/core'

import { missingFields, startingFields } from '../../../components/credential-dialog/credential-fields.ts'
import type { FieldValue } from '../../../components/credential-dialog/credential-fields.ts'
import type { CredentialNeed } from './credential-needs.ts'
import type { Replacement } from './replace-model.ts'

/** What the person chose for one need. */
export type Answer =
  | { use: 'stored'; credentialId: string }
  | { use: 'new'; kind: string; values: Readonly<Record<string, FieldValue>> }
  | { use: 'replacement'; key: string; replacement: Replacement }

/** The newest credential that fits, or an empty form for the first kind. */
export function startingAnswer({ fitting, kinds }: CredentialNeed, known: readonly CredentialDescription[]): Answer {
  const [newest] = fitting
  return newest ? { use: 'stored', credentialId: newest.id } : emptyForm(kinds[0] ?? '', known)
}

export function emptyForm(kind: string, known: readonly CredentialDescription[]): Answer {
  const description = known.find(({ name }) => name === kind)
  return { use: 'new', kind, values: description ? startingFields(description) : {} }
}

/** A form counts once everything it needs is filled in; until then its need is left for later. */
export function isGiven(answer: Answer, known: readonly CredentialDescription[]): boolean {
  if (answer.use !== 'new') return true
  const description = known.find(({ name }) => name === answer.kind)
  return description !== undefined && missingFields(description, answer.values).length === 0
}
