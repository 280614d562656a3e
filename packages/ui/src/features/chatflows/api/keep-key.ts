import { createCredential, testNewCredential } from '@chatwright/contract'
import type { Credential } from '@chatwright/contract'
import type { CredentialDescription } from '@chatwright/core'

import { call } from '../../../lib/api.ts'
import { onlySecret } from '../model/recognise-key.ts'

export interface PastedKey {
  kind: CredentialDescription
  key: string
  /** Keep it without asking the vendor: there may be no way out of this machine. */
  isTestSkipped: boolean
}

export type KeptKey = { kept: Credential; message: string } | { refused: string }

/** Asks the vendor whether it knows the key, and keeps it when it does. */
export async function keepKey({ kind, key, isTestSkipped }: PastedKey): Promise<KeptKey> {
  const plainDataObj = { [onlySecret(kind)?.name ?? '']: key }
  const body = { credentialName: kind.name, plainDataObj }
  const test = isTestSkipped || !kind.canTest ? undefined : await call(testNewCredential, { body })
  if (test && !test.ok) return { refused: [test.message, test.hint].filter(Boolean).join(' ') }
  const kept = await call(createCredential, { body: { ...body, name: kind.label } })
  return { kept, message: test?.message ?? '' }
}
