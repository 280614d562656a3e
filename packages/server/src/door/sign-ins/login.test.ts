import { expect, test } from 'vitest'
import { hashPassword } from '../../ground/config/password-hash.ts'
import { createFailureLimiter } from '../http/failure-limiter.ts'
import { createLogin } from './login.ts'

const hashed = async () =>
  createLogin({ username: 'ada', passwordHash: await hashPassword('lovelace') }, createFailureLimiter())
const ada = { name: 'ada', password: 'lovelace' }

test('so many may wait for a password to be checked, and whoever comes next is told that it is busy', async () => {
  const login = await hashed()
  const waiting = Array.from({ length: 50 }, (_, i) => login.fits(ada, `203.0.113.${i}`))
  await expect(login.fits(ada, '198.51.100.1')).rejects.toMatchObject({
    code: 'overloaded',
    message: expect.stringContaining('Try again in a moment'),
  })
  expect(await Promise.all(waiting)).toEqual(Array(50).fill(true))
  expect(await login.fits(ada, '198.51.100.1')).toBe(true)
})

test('name and password must both be right, also once the right one is known', async () => {
  const login = await hashed()
  const tries = [{ ...ada, name: 'Ada' }, { ...ada, password: 'Lovelace' }, ada, { ...ada, name: '' }]
  const answers: boolean[] = []
  for (const given of [...tries, ...tries]) answers.push(await login.fits(given, '203.0.113.7'))
  expect(answers).toEqual([false, false, true, false, false, false, true, false])
})
