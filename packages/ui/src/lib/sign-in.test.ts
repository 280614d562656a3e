import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useLogin } from '../state/login.ts'
import { forgetSession, replaceStoredPassword, signInWith } from './sign-in.ts'

const TOKEN = `cws_${'a'.repeat(43)}`
const stored = () => [localStorage.getItem('username'), localStorage.getItem('password')]

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

function answer(response: () => Response) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(response()))
}
const sentTo = (fetched: ReturnType<typeof answer>) =>
  fetched.mock.calls.map(([address, init]) => {
    const [, encoded = ''] = (new Headers(init?.headers).get('authorization') ?? '').split(' ')
    const to = typeof address === 'string' ? address : 'elsewhere'
    return `${init?.method} ${to} as ${Buffer.from(encoded, 'base64').toString('utf8')}`
  })
const signedIn = () => Response.json({ token: TOKEN, expiresDate: '2099-01-01T00:00:00.000Z' })

test('signing in keeps the token in the password’s place', async () => {
  const fetched = answer(signedIn)
  await signInWith({ username: 'ädä', password: 'geheim' })
  expect(sentTo(fetched)).toEqual(['POST /api/v1/sign-in as ädä:geheim'])
  expect(stored()).toEqual(['ädä', TOKEN])
})

test('a refused password is kept nowhere', async () => {
  answer(() => Response.json({ code: 'unauthorized', message: 'No' }, { status: 401 }))
  await expect(signInWith({ username: 'ada', password: 'wrong' })).rejects.toMatchObject({ status: 401 })
  expect(stored()).toEqual([null, null])
})

test('a password stored by an older version is exchanged in silence, a token left alone', async () => {
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', 'engine')
  const fetched = answer(signedIn)
  await replaceStoredPassword()
  expect(stored()).toEqual(['ada', TOKEN])
  await replaceStoredPassword()
  expect(sentTo(fetched).filter((call) => call.startsWith('POST'))).toHaveLength(1)
})

test.each([
  ['refuses it', true, ['GET', 'POST']],
  ['has no login', false, ['GET']],
])('where the server %s, what is stored stays and nobody is asked', async (_, hasLogin, methods) => {
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', 'engine')
  const calls: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    calls.push(init?.method ?? 'GET')
    return init?.method === 'POST'
      ? Response.json({ code: 'unauthorized' }, { status: 401 })
      : Response.json({ hasLogin })
  })
  await replaceStoredPassword()
  expect(calls).toEqual(methods)
  expect(stored()).toEqual(['ada', 'engine'])
  expect(useLogin.getState().isAsked).toBe(false)
})

test('a second tab that exchanged first keeps its token; the surplus one is ended', async () => {
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', 'engine')
  const other = `cws_${'b'.repeat(43)}`
  const fetched = answer(() => {
    if (fetched.mock.calls.length > 1) localStorage.setItem('password', other)
    return signedIn()
  })
  await replaceStoredPassword()
  expect(stored()).toEqual(['ada', other])
  expect(sentTo(fetched).slice(1)).toEqual([
    'POST /api/v1/sign-in as ada:engine',
    `POST /api/v1/sign-out as ada:${TOKEN}`,
  ])
})

test('logging out ends the sign-in on the server and removes both', () => {
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', TOKEN)
  const fetched = answer(() => Response.json({ raw: [], affected: 1 }))
  forgetSession()
  expect(stored()).toEqual([null, null])
  expect(sentTo(fetched)).toEqual([`POST /api/v1/sign-out as ada:${TOKEN}`])
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true })
})
