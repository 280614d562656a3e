import type { CredentialDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import { missingFields, sentFields, startingFields } from './credential-fields.ts'

const kind: CredentialDescription = {
  label: 'Shop',
  name: 'shopApi',
  version: 1,
  canTest: false,
  inputs: [
    { name: 'address', label: 'Address', type: 'string', default: 'https://shop' },
    { name: 'key', label: 'Key', type: 'password' },
    { name: 'second', label: 'Second key', type: 'password', optional: true },
    { name: 'isLive', label: 'Live', type: 'boolean', default: false },
  ],
}

test('[LIST-4] a form starts with defaults or stored values; a stored secret never fills its field', () => {
  expect(startingFields(kind)).toEqual({ address: 'https://shop', key: '', second: '', isLive: false })
  expect(startingFields(kind, { address: 'https://other', key: 'a marker' })).toEqual({
    address: 'https://other',
    key: '',
    second: '',
    isLive: false,
  })
})

test('[LIST-4] a secret nobody typed is not sent, so that editing one field keeps the others', () => {
  expect(sentFields(kind, { address: 'https://new', key: '', second: 'typed', isLive: true })).toEqual({
    address: 'https://new',
    second: 'typed',
    isLive: true,
  })
})

test('a needed secret is missing unless it is typed or stored', () => {
  const values = { address: 'https://shop', key: '', second: '', isLive: false }
  expect(missingFields(kind, values)).toEqual(['key'])
  expect(missingFields(kind, values, { key: 'a marker' })).toEqual([])
  expect(missingFields(kind, { ...values, address: '' }, { key: 'a marker' })).toEqual(['address'])
})

test('where a secret lies is shown and sent back as it is', () => {
  const stored = { address: 'https://shop', key: 'vault:secret/shop#key', second: 'a marker' }
  const values = startingFields(kind, stored)
  expect(values).toMatchObject({ key: 'vault:secret/shop#key', second: '' })
  expect(sentFields(kind, values)).toMatchObject({ key: 'vault:secret/shop#key' })
  expect(missingFields(kind, values, stored)).toEqual([])
})
