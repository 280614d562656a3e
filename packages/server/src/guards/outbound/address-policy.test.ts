import { expect, test } from 'vitest'
import { createAddressPolicy } from './address-policy.ts'

const refusalOf = (
  [host, address]: [string, string],
  { allowed = [], isLoopbackAllowed = false }: { allowed?: string[]; isLoopbackAllowed?: boolean } = {},
): unknown => {
  try {
    createAddressPolicy({ allowedPrivateHosts: allowed, isLoopbackAllowed }).check(host, address)
    return undefined
  } catch (error) {
    return error
  }
}

test('only the internet is open by itself', () => {
  expect(refusalOf(['example.com', '8.8.8.8'])).toBeUndefined()
  expect(refusalOf(['nas.local', '10.0.0.5'])).toMatchObject({
    code: 'refused',
    message: "The server can't call nas.local: it is in a private network.",
    hint: 'To allow it, the operator can set ALLOWED_PRIVATE_HOSTS=nas.local.',
  })
  expect(refusalOf(['localhost', '127.0.0.1'])).toMatchObject({
    message: "The server can't call localhost: it points to this server's own machine.",
  })
  expect(refusalOf(['metadata', '169.254.169.254'])).toMatchObject({
    message: expect.stringContaining('which is never called'),
    hint: "Use the service's public address.",
  })
})

test('loopback opens for what a builder typed, and opens nothing else', () => {
  expect(refusalOf(['localhost', '127.0.0.1'], { isLoopbackAllowed: true })).toBeUndefined()
  expect(refusalOf(['nas.local', '10.0.0.5'], { isLoopbackAllowed: true })).toBeDefined()
})

test.each([
  ['a name, however it is written', ['NAS.local'], ['nas.LOCAL', '10.0.0.5']],
  ['an address', ['10.0.0.5'], ['nas.local', '10.0.0.5']],
  ['a range', ['10.0.0.0/8'], ['nas.local', '10.9.9.9']],
  ['a range that holds an address written as IPv6', ['10.0.0.0/8'], ['nas.local', '::ffff:10.0.0.5']],
  ['a range of IPv6 in brackets', ['[fd12::]/16'], ['nas.local', 'fd12:1::5']],
  ['the machine itself', ['127.0.0.1'], ['localhost', '127.0.0.1']],
] as [string, string[], [string, string]][])('the operator opens %s', (_, allowed, place) => {
  expect(refusalOf(place, { allowed })).toBeUndefined()
})

test.each([
  ['beside the range', ['10.0.0.0/24'], ['nas.local', '10.0.1.5']],
  ['beside the address', ['10.0.0.5'], ['nas.local', '10.0.0.6']],
  ['beside the IPv6 address', ['fd12::5'], ['nas.local', 'fd12::6']],
  ['another family', ['::/0'], ['nas.local', '10.0.0.5']],
  ['never reached, though listed', ['169.254.169.254', 'metadata'], ['metadata', '169.254.169.254']],
] as [string, string[], [string, string]][])('what is %s stays closed', (_, allowed, place) => {
  expect(refusalOf(place, { allowed })).toMatchObject({ code: 'refused' })
})
