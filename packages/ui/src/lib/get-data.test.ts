import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@chatwright/contract'
import { listChatflowTags, routeUrl, updateChatflow } from '@chatwright/contract'
import type { Route } from '@chatwright/contract'
import { afterEach, expect, test, vi } from 'vitest'

import { useLogin } from '../state/login.ts'
import { useNotifications } from '../state/notifications.ts'
import { ApiError } from './api-error.ts'
import { call, send } from './api.ts'
import { getData } from './get-data.ts'

afterEach(() => {
  vi.restoreAllMocks()
  useLogin.getState().close()
})

function answer(response: Response) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
}

test('[CALL-3] the generic GET asks the address it is given and returns the data', async () => {
  const fetched = answer(Response.json({ name: 'v1', list: [1, 2] }))
  expect(await getData('/api/v1/somewhere?page=2')).toEqual({ name: 'v1', list: [1, 2] })
  expect(fetched).toHaveBeenCalledTimes(1)
  const [address, init] = fetched.mock.calls[0] ?? []
  expect([address, init?.method ?? 'GET', init?.body]).toEqual(['/api/v1/somewhere?page=2', 'GET', undefined])
})

test.each([
  ['an error answer', '/api/v1/somewhere', () => Promise.resolve(new Response('gone', { status: 500 })), ApiError],
  ['no answer', '/api/v1/somewhere', () => Promise.reject(new TypeError('Failed to fetch')), ApiError],
  ['an answer that is no JSON', '/api/v1/somewhere', () => Promise.resolve(new Response('<html>')), SyntaxError],
])('[CALL-3] [USER-9] at %s it logs the error, tells nobody and returns nothing', async (_, url, respond, kind) => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockImplementation(respond)
  expect(await getData(url)).toBeUndefined()
  expect(log.mock.calls).toEqual([[expect.any(kind)]])
  expect(useNotifications.getState().notifications).toEqual([])
})

const WAYS_OUT = new Map([
  // Every call of the product, with its headers.
  ['lib/api.ts', 1],
  // Signing in and out, with the same headers, but no question to sign in when it is refused.
  ['lib/sign-in.ts', 1],
  // A public address, which gets none of them.
  ['app/shell/latest-release.ts', 1],
  // A fresh copy of a part of the application, which is no call.
  ['components/lazy-part/part-loader.ts', 1],
  // The widget: a page of somebody else's, with a server of its own choice.
  ['widget/flow-client.ts', 1],
])

test('[CALL-1] no part of the application calls past the one place that adds our headers', () => {
  const found = sourceFiles().flatMap(({ file, code }) => {
    // Examples of tools and snippets for other programs stand in texts.
    const own = code.replaceAll(/`[^`]*`/g, '``')
    const calls = own.match(/(?<![.\w])fetch\(|\bXMLHttpRequest\b|\bEventSource\b|\bsendBeacon\b|\bWebSocket\b/g) ?? []
    return calls.length > 0 ? [[file, calls.length] as const] : []
  })
  expect(new Map(found)).toEqual(WAYS_OUT)
})

test.each(['GET', 'POST', 'PUT', 'DELETE', 'HEAD'])(
  '[CALL-1] a %s call has a JSON content type, with or without a body',
  async (method) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({})))
    await send('/api/v1/somewhere', { method })
    await send('/api/v1/somewhere', { method, headers: { 'x-other': '1' }, ...(method[0] === 'P' && { body: '{}' }) })
    const types = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('content-type'))
    expect(types).toEqual(['application/json', 'application/json'])
  },
)

test('[CALL-1] every route that the application calls lies below /api/v1', () => {
  const imported = sourceFiles().flatMap((file) =>
    [...file.code.matchAll(/import \{([^}]*)\} from '@chatwright\/contract'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
    ),
  )
  const parts = new Map<string, unknown>(Object.entries(contract))
  const routes = imported.map((name) => parts.get(name)).filter((part): part is Route => isRoute(part))
  expect(new Set(routes).size).toBeGreaterThan(40)
  expect(routes.filter(({ base, path }) => base !== '/api/v1' || !path.startsWith('/'))).toEqual([])
  expect(routeUrl(updateChatflow, { params: { id: 'a b' } })).toBe('/api/v1/chatflows/a%20b')
})

function isRoute(part: unknown): part is Route {
  return typeof part === 'object' && part !== null && 'method' in part && 'path' in part
}

function sourceFiles(): { file: string; code: string }[] {
  const source = join(import.meta.dirname, '..')
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, code: readFileSync(join(source, file), 'utf8') }))
}

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
  await expect.poll(() => useLogin.getState().isAsked).toBe(true)
})

test('no answer at all is told apart and may be retried', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const error: unknown = await call(listChatflowTags).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'unreachable', status: 0, isRetryable: true })
})
