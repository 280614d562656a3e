import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from './address-policy.ts'
import { createDialAddress } from './dial-address.ts'

const policy = createAddressPolicy({ allowedPrivateHosts: ['db.internal'], isLoopbackAllowed: true })
const answers: Record<string, string[]> = {
  'db.example': ['93.184.216.34'],
  'two.example': ['93.184.216.34', '10.0.0.9'],
  'db.internal': ['10.0.0.5'],
  'meta.example': ['169.254.169.254'],
}
const dial = createDialAddress(policy, (host, done) => {
  const found = answers[host]
  if (found)
    done(
      null,
      found.map((address) => ({ address, family: 4 })),
    )
  else done(new Error('ENOTFOUND'), [])
})

describe('the address to dial for a database', () => {
  test('is the one that was checked', async () => {
    expect(await dial('db.example')).toBe('93.184.216.34')
    expect(await dial('127.0.0.1')).toBe('127.0.0.1')
    expect(await dial('[::1]')).toBe('::1')
    expect(await dial('db.internal')).toBe('10.0.0.5')
  })

  test.each(['two.example', 'meta.example', '10.1.2.3', '169.254.169.254', '::ffff:169.254.169.254', '[fe80::1]'])(
    'is refused for %s, with the way out',
    async (host) => {
      await expect(dial(host)).rejects.toMatchObject({ code: 'refused', hint: expect.any(String) })
    },
  )

  test('says so when there is no such host', async () => {
    await expect(dial('nowhere.example')).rejects.toMatchObject({ code: 'unreachable' })
  })
})
