import type { CredentialSummary } from '@chatwright/contract'
import type { InputDescription } from '@chatwright/core'

/** The stored credential that a node must mean, because no other one fits: what needs none is left without. */
export function onlyCredential(
  param: Pick<InputDescription, 'credentialNames' | 'optional'> | undefined,
  stored: readonly CredentialSummary[] | undefined,
): CredentialSummary | undefined {
  if (!param || param.optional) return undefined
  const [only, another] = (stored ?? []).filter(({ credentialName }) => param.credentialNames?.includes(credentialName))
  return another ? undefined : only
}
