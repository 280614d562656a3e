import type { CredentialSummary } from '@chatwright/contract'
import { expect, test } from 'vitest'

import { onlyCredential } from './only-credential.ts'

const stored = (id: string, credentialName: string): CredentialSummary => ({
  id,
  name: id,
  credentialName,
  createdDate: '2026-01-01T00:00:00.000Z',
  updatedDate: '2026-01-01T00:00:00.000Z',
})

test('a credential is chosen where a node needs one and only one fits', () => {
  const needs = { credentialNames: ['openAIApi'] }
  const one = [stored('mine', 'openAIApi'), stored('other', 'searchApi')]
  expect(onlyCredential(needs, one)?.id).toBe('mine')
  expect(onlyCredential(needs, [...one, stored('second', 'openAIApi')])).toBeUndefined()
  expect(onlyCredential({ ...needs, optional: true }, one)).toBeUndefined()
  expect(onlyCredential(undefined, one)).toBeUndefined()
  expect(onlyCredential(needs, undefined)).toBeUndefined()
})
