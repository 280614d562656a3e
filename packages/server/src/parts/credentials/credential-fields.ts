import { AppError, isSecretReference, SECRET_IS_SET, type CredentialFields } from '@chatwright/contract'
import type { CredentialDescription, CredentialValues } from '@chatwright/core'

/** Refuses fields that the kind does not have: a typing error would be a credential that never works. */
export function refuseUnknownFields(kind: CredentialDescription, values: CredentialFields): void {
  const names = kind.inputs.map((input) => input.name)
  const unknown = Object.keys(values).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const message = `${kind.label} has no field "${unknown}"; it has ${names.join(', ') || 'none'}.`
  throw new AppError('invalid-request', { issues: [{ path: `body.plainDataObj.${unknown}`, message }] }, { message })
}

/** The kept values with the sent ones on top. A marker sent back keeps the secret, empty text removes the value. */
export function mergeFields(kept: CredentialFields, sent: CredentialFields): CredentialFields {
  const merged: CredentialFields = { ...kept }
  for (const [name, value] of Object.entries(sent)) {
    if (value === SECRET_IS_SET) continue
    if (value === '') delete merged[name]
    else merged[name] = value
  }
  return merged
}

/** What the owner may see: secrets as set or not set. A kind that is gone shows nothing in clear. */
export function maskFields(kind: CredentialDescription | undefined, values: CredentialFields): CredentialFields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isPlain = kind?.inputs.some((input) => input.name === name && input.type !== 'password') ?? false
      // Where a secret lies is none.
      return [name, isPlain || (kind && isSecretReference(value)) ? value : SECRET_IS_SET]
    }),
  )
}

/** Those of the fields that hold secrets. Of a kind that is gone all may. */
export function secretFields(kind: CredentialDescription | undefined, values: CredentialFields): CredentialFields {
  const isPlain = (name: string) => kind?.inputs.some((input) => input.name === name && input.type !== 'password')
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isPlain(name)))
}

/** As nodes read them: text. */
export function toCredentialValues(values: CredentialFields): CredentialValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

/** A vendor's refusal may quote the key it refused. */
export function hideSecrets(text: string, values: CredentialValues): string {
  return Object.values(values)
    .filter((value) => value !== undefined && value.length >= 6)
    .reduce((shown: string, value) => shown.replaceAll(value ?? '', '•••'), text)
}
