import { afterEach, expect, test, vi } from 'vitest'

import { call } from './api.ts'
import { ApiError } from './api-error.ts'
import { getData } from './get-data.ts'
import { listChatflowTags, updateChatflow } from '@chatwright/contract'

import { useLogin } from '../state/login.ts'

afterEach(() => {
  vi.restoreAllMocks()
  useLogin.getState().close()
})

function answer(response: Response) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
}

test('[CALL-3] the generic GET returns the data', async () => {
  answer(Response.json({ name: 'v1' }))
  expect(await getData('/somewhere')).toEqual({ name: 'v1' })
})

test('[CALL-3] [USER-9] on failure it logs the error and returns nothing', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  answer(new Response('gone', { status: 500 }))
  expect(await getData('/somewhere')).toBeUndefined()
  expect(log).toHaveBeenCalledWith(expect.any(ApiError))
})

test('[CALL-1] [CALL-2] a call goes to /api/v1 as JSON, with basic authentication when both are stored', async () => {
  const fetched = answer(Response.json({ id: 'a b' }))
  localStorage.setItem('username', 'ädä')
  localStorage.setItem('password', 'geheim')
  await call(updateChatflow, { params: { id: 'a b' }, body: { name: 'New' } })
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/v1/chatflows/a%20b')
  const headers = new Headers(init?.headers)
  expect(headers.get('content-type')).toBe('application/json')
  const [scheme, encoded = ''] = (headers.get('authorization') ?? '').split(' ')
  expect([scheme, Buffer.from(encoded, 'base64').toString('utf8')]).toEqual(['Basic', 'ädä:geheim'])
  expect(init).toMatchObject({ method: 'PUT', body: '{"name":"New"}' })
})

test('an error answer becomes an ApiError with code, details and request id; a 401 asks to sign in', async () => {
  answer(
    Response.json(
      { error: 'x', code: 'unauthorized', message: 'Sign in first', details: { why: 1 }, requestId: 'r-1' },
      { status: 401 },
    ),
  )
  const error: unknown = await call(listChatflowTags).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 401,
    code: 'unauthorized',
    message: 'Sign in first',
    details: { why: 1 },
    requestId: 'r-1',
    isRetryable: false,
  })
  expect(useLogin.getState().isAsked).toBe(true)
})

test('no answer at all is told apart and may be retried', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const error: unknown = await call(listChatflowTags).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'unreachable', status: 0, isRetryable: true })
})
