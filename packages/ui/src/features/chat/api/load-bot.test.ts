import { afterEach, expect, test, vi } from 'vitest'

import { useLogin } from '../../../state/login.ts'
import { loadBot } from './load-bot.ts'

const { signal } = new AbortController()

afterEach(() => {
  vi.restoreAllMocks()
  useLogin.getState().close()
})

function answer(...answers: Response[]) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const next = answers.shift()
    return next ? Promise.resolve(next) : Promise.reject(new TypeError('Failed to fetch'))
  })
}

const refusal = () => Response.json({ code: 'unauthorized', message: 'Private' }, { status: 401 })

test('[CALL-1] a bot is asked for below /api/v1 with a JSON content type', async () => {
  const bot = { id: 'f 1', name: 'Support', needsKey: false, chatbotConfig: null }
  const fetched = answer(Response.json(bot))
  expect(await loadBot('f 1', signal)).toEqual(bot)
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/v1/public-chatflows/f%201')
  expect(new Headers(init?.headers).get('content-type')).toBe('application/json')
})

test('whoever is refused is not asked to sign in; who is signed in says so', async () => {
  const fetched = answer(refusal(), refusal())
  await expect(loadBot('f1', signal)).rejects.toMatchObject({ status: 401, message: 'Private' })
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', 'engine')
  await expect(loadBot('f1', signal)).rejects.toMatchObject({ status: 401 })
  expect(useLogin.getState().isAsked).toBe(false)
  const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  expect(sent).toEqual([null, `Basic ${btoa('ada:engine')}`])
})

test('a server that is away is told apart', async () => {
  answer()
  await expect(loadBot('f1', signal)).rejects.toMatchObject({ code: 'unreachable', status: 0 })
})
