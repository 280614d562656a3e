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

test('a stranger is refused without being asked to sign in; somebody signed in sees their own flow', async () => {
  answer(refusal())
  await expect(loadBot('f1', signal)).rejects.toMatchObject({ status: 401, message: 'Private' })
  expect(useLogin.getState().isAsked).toBe(false)
  vi.restoreAllMocks()
  localStorage.setItem('username', 'ada')
  localStorage.setItem('password', 'engine')
  const fetched = answer(refusal(), Response.json({ name: 'Mine', apikeyid: 'k', chatbotConfig: '{}' }))
  expect(await loadBot('f1', signal)).toEqual({ id: 'f1', name: 'Mine', needsKey: true, chatbotConfig: '{}' })
  const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  expect(sent).toEqual([`Basic ${btoa('ada:engine')}`, `Basic ${btoa('ada:engine')}`])
})

test('a server that is away is told apart', async () => {
  answer()
  await expect(loadBot('f1', signal)).rejects.toMatchObject({ code: 'unreachable', status: 0 })
})
