import { isSecretReference } from '@chatwright/contract'
import type { CredentialFields } from '@chatwright/contract'
import type { CredentialDescription, InputDescription } from '@chatwright/core'

export type FieldValue = string | number | boolean

/** The values a form starts with: what is stored, or else each field's default. Secrets start empty, but for where one lies. */
export function startingFields(
  kind: CredentialDescription,
  stored: Readonly<Record<string, unknown>> = {},
): Record<string, FieldValue> {
  return Object.fromEntries(
    kind.inputs.map((input) => {
      const value = stored[input.name]
      const isHidden = isSecret(input) && !isSecretReference(value)
      return [input.name, isHidden ? '' : asFieldValue(value ?? input.default)]
    }),
  )
}

/** What is sent: everything but secrets nobody typed, so that a stored one stays as it is. */
export function sentFields(
  kind: CredentialDescription,
  values: Readonly<Record<string, FieldValue>>,
): CredentialFields {
  return Object.fromEntries(
    kind.inputs.flatMap((input) => {
      const value = values[input.name] ?? ''
      return isSecret(input) && value === '' ? [] : [[input.name, value]]
    }),
  )
}

/** Names of fields that are needed and neither filled nor stored. */
export function missingFields(
  kind: CredentialDescription,
  values: Readonly<Record<string, FieldValue>>,
  stored: Readonly<Record<string, unknown>> = {},
): string[] {
  return kind.inputs
    .filter((input) => !input.optional && (values[input.name] ?? '') === '')
    .filter((input) => !(isSecret(input) && isStored(input, stored)))
    .map((input) => input.name)
}

export function isSecret(input: InputDescription): boolean {
  return input.type === 'password'
}

/** A secret that is set comes back as a marker, one that is not does not come back. */
export function isStored(input: InputDescription, stored: Readonly<Record<string, unknown>>): boolean {
  const value = stored[input.name]
  return value !== undefined && value !== ''
}

function asFieldValue(value: unknown): FieldValue {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : ''
}
