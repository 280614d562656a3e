import { describe, expect, test } from 'vitest'
import { nextRequest } from './redirect.ts'
import type { RequestParts } from './request-parts.ts'

const parts = (more: Partial<RequestParts> = {}): RequestParts => ({
  url: new URL('https://a.example/start'),
  method: 'GET',
  headers: { accept: 'text/html', authorization: 'Bearer s3cret', 'x-key': 's3cret' },
  body: undefined,
  signal: undefined,
  redirect: 'follow',
  ...more,
})

const answer = (status: number, location: string | null) => ({
  status,
  headers: { get: (name: string) => (name === 'location' ? location : null) },
})

test.each([200, 300, 304, 305, 306, 309, 404])('%i leads nowhere', (status) => {
  expect(nextRequest(parts(), answer(status, '/next'))).toBeUndefined()
})

test('neither does a redirect that names no place', () => {
  expect(nextRequest(parts(), answer(302, null))).toBeUndefined()
})

test('a place that is none is told', () => {
  expect(() => nextRequest(parts(), answer(302, 'http://[oops'))).toThrow(
    'a.example redirected the request to an invalid address.',
  )
})

describe.each([301, 302, 303, 307, 308])('%i', (status) => {
  test('leads on, with all that was said to the same server', () => {
    const next = nextRequest(parts(), answer(status, '/next'))
    expect([next?.url.href, next?.method, next?.headers]).toEqual(['https://a.example/next', 'GET', parts().headers])
  })

  test('takes nothing that says who asks to another', () => {
    const next = nextRequest(parts(), answer(status, 'https://b.example/next'))
    expect([next?.url.href, next?.headers]).toEqual(['https://b.example/next', { accept: 'text/html' }])
  })

  test.each(['http://a.example/start', 'https://a.example:8443/start'])('counts %s as another', (place) => {
    expect(nextRequest(parts(), answer(status, place))?.headers).toEqual({ accept: 'text/html' })
  })

  test('keeps a HEAD what it is', () => {
    expect(nextRequest(parts({ method: 'HEAD' }), answer(status, '/next'))?.method).toBe('HEAD')
  })
})

describe('a request with a body', () => {
  const headers = { 'content-type': 'text/plain', 'content-language': 'en', accept: '*/*' }
  const post = (more: Partial<RequestParts> = {}) => parts({ method: 'POST', headers, body: 'words', ...more })

  test.each([301, 302, 303])('becomes one without after %i', (status) => {
    const next = nextRequest(post(), answer(status, 'https://b.example/'))
    expect([next?.method, next?.body, next?.headers]).toEqual(['GET', undefined, { accept: '*/*' }])
  })

  test.each([
    [307, 'POST'],
    [308, 'POST'],
    [301, 'PUT'],
    [302, 'PUT'],
  ])('is sent again after %i of a %s, and never to another server', (status, method) => {
    const next = nextRequest(post({ method }), answer(status, '/next'))
    expect([next?.method, next?.body, next?.headers]).toEqual([method, 'words', headers])
    expect(() => nextRequest(post({ method }), answer(status, 'https://b.example/in?key=s3cret'))).toThrow(
      expect.objectContaining({
        code: 'refused',
        hint: 'It redirects to https://b.example/in. If that is the right server, use its address.',
      }),
    )
  })

  test('becomes one without after 303 of a PUT', () => {
    expect(nextRequest(post({ method: 'PUT' }), answer(303, '/next'))?.method).toBe('GET')
  })

  test('that is a stream is gone', () => {
    expect(() => nextRequest(post({ body: new ReadableStream() }), answer(307, '/next'))).toThrow(
      expect.objectContaining({ code: 'failed', hint: 'Use the address it redirects to: https://a.example.' }),
    )
  })
})
