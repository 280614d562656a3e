import { NodeError, type AnswerInPieces } from '@chatwright/core'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

function open(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ allowedPrivateHosts: [], ...options })
  opened.push(() => outbound.close())
  return outbound
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

const refused = { name: 'NodeError', code: 'refused' }

describe('addresses', () => {
  const names: Record<string, string[]> = {
    'loopback.test': ['127.0.0.1'],
    'mixed.test': ['93.184.215.14', '10.0.0.7'],
    'private.test': ['192.168.7.7'],
    'metadata.google.internal': ['169.254.169.254'],
    'six.test': ['::ffff:127.0.0.1'],
  }
  const resolver: NonNullable<OutboundOptions['resolver']> = (host, done) =>
    done(
      null,
      (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

  test.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    'http://loopback.test:PORT/',
    'http://six.test:PORT/',
    'http://mixed.test:PORT/',
    'http://private.test:PORT/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[fe80::1]/',
  ])('%s is out of reach of data', async (address) => {
    let calls = 0
    const { port } = await serve((_, response) => {
      calls += 1
      response.end('inside')
    })
    await expect(open({ resolver }).fetch(address.replace('PORT', port))).rejects.toMatchObject(refused)
    expect(calls).toBe(0)
  })

  test('a provider on this machine is reached, one in a private network or metadata is not', async () => {
    const url = await serve((_, response) => response.end('model'))
    const { providerFetch } = open({ resolver })
    expect(await (await providerFetch(url)).text()).toBe('model')
    expect(await (await providerFetch(`http://loopback.test:${url.port}/`)).text()).toBe('model')
    await expect(providerFetch('http://private.test/')).rejects.toMatchObject(refused)
    await expect(providerFetch('http://169.254.169.254/')).rejects.toMatchObject(refused)
  })

  test.each(['127.0.0.1', '127.0.0.0/8', 'loopback.test'])('the operator opens %s', async (entry) => {
    const url = await serve((_, response) => response.end('opened'))
    const { fetch } = open({ resolver, allowedPrivateHosts: [entry] })
    expect(await (await fetch(`http://loopback.test:${url.port}/`)).text()).toBe('opened')
  })

  test('no list opens metadata', async () => {
    const { fetch } = open({
      resolver,
      allowedPrivateHosts: ['169.254.0.0/16', 'metadata.google.internal', '0.0.0.0/0'],
    })
    await expect(fetch('http://169.254.169.254/')).rejects.toMatchObject(refused)
    await expect(fetch('http://metadata.google.internal/')).rejects.toMatchObject(refused)
  })

  test('a name that turns to this machine after the first look is refused at the next dial', async () => {
    const url = await serve((_, response) => response.end('inside'))
    let looks = 0
    const { fetch } = open({
      limits: { connectMs: 300 },
      resolver: (_, done) => done(null, [{ address: looks++ === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }]),
    })
    await expect(fetch(`http://rebind.test:${url.port}/`)).rejects.not.toMatchObject(refused)
    await expect(fetch(`http://rebind.test:${url.port}/`)).rejects.toMatchObject(refused)
    expect(looks).toBe(2)
  })

  test('a redirect inwards is refused where it is dialled', async () => {
    const inside = await serve((_, response) => response.end('inside'))
    const outside = await serve((_, response) =>
      response.writeHead(302, { location: `http://[::1]:${inside.port}/` }).end(),
    )
    const { fetch } = open({ allowedPrivateHosts: ['127.0.0.1'] })
    await expect(fetch(outside)).rejects.toMatchObject(refused)
  })

  test('a provider sends nobody on to this machine', async () => {
    const asked: string[] = []
    const inside = await serve((request, response) => {
      asked.push(request.url ?? '')
      response.end('inside')
    })
    const provider = await serve((request, response) =>
      response.writeHead(request.method === 'POST' ? 303 : 302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    )
    const { providerFetch } = open({ resolver })
    const address = `http://loopback.test:${provider.port}/`
    const told = { ...refused, hint: expect.stringContaining(`It redirects to ${inside.href}. `) }
    await expect(providerFetch(address)).rejects.toMatchObject(told)
    await expect(providerFetch(address, { method: 'POST', body: '{}' })).rejects.toMatchObject(told)
    expect(asked).toEqual([])
  })

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x', 'gopher://127.0.0.1/'])(
    '%s is no address for fetch',
    async (address) => {
      await expect(open().fetch(address)).rejects.toMatchObject(refused)
    },
  )

  test('a redirect to a file is refused', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
    await expect(open().providerFetch(url)).rejects.toMatchObject(refused)
  })

  test('a name the system cannot resolve is an error, not a crash', async () => {
    await expect(open().fetch('http://nowhere.invalid/')).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) },
    })
  })

  test('an unknown name keeps the code that callers know', async () => {
    await expect(open({ resolver }).fetch('http://nowhere.test/')).rejects.toMatchObject({
      cause: { code: 'ENOTFOUND' },
    })
  })
})

describe('redirects', () => {
  test('credentials stay with the origin they were meant for', async () => {
    const seen: IncomingMessage['headers'][] = []
    const target = await serve((request, response) => {
      seen.push(request.headers)
      response.end('done')
    })
    const first = await serve((request, response) => {
      seen.push(request.headers)
      response.writeHead(307, { location: target.href }).end()
    })
    const headers = { authorization: 'Bearer secret', 'x-api-key': 'secret', cookie: 'a=1', accept: 'text/html' }
    const answer = await open({ allowedPrivateHosts: ['127.0.0.1'] }).fetch(first, { headers })
    expect([await answer.text(), answer.url, answer.redirected]).toEqual(['done', target.href, true])
    expect(seen[0]).toMatchObject(headers)
    expect(seen[1]).toMatchObject({ accept: 'text/html' })
    expect(JSON.stringify(seen[1])).not.toContain('secret')
    expect(seen[1]).not.toHaveProperty('cookie')
  })

  test('they stay along within one origin, and a 307 repeats the body', async () => {
    const bodies: string[] = []
    const url = await serve((request, response) => {
      if (request.url === '/') {
        request.resume().on('end', () => response.writeHead(307, { location: '/next' }).end())
        return
      }
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        bodies.push(`${request.method} ${request.headers.authorization} ${body}`)
        response.end()
      })
    })
    await open().providerFetch(url, { method: 'POST', body: '{"a":1}', headers: { authorization: 'Bearer secret' } })
    expect(bodies).toEqual(['POST Bearer secret {"a":1}'])
  })

  test.each([307, 308])('no body is sent on to another server by a %i', async (status) => {
    let calls = 0
    const target = await serve((_, response) => {
      calls += 1
      response.end()
    })
    const first = await serve((_, response) => response.writeHead(status, { location: `${target.href}a?b=c` }).end())
    const sent = open().providerFetch(first, { method: 'POST', body: 'private' })
    await expect(sent).rejects.toMatchObject({ ...refused, hint: expect.stringContaining(`${target.href}a. `) })
    expect(calls).toBe(0)
  })

  test('a 303 becomes a GET without a body', async () => {
    const methods: string[] = []
    const url = await serve((request, response) => {
      methods.push(`${request.method} ${request.headers['content-type']}`)
      if (request.url === '/') response.writeHead(303, { location: '/next' }).end()
      else response.end()
    })
    await open().providerFetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect(methods).toEqual(['POST application/json', 'GET undefined'])
  })

  test('circles end', async () => {
    let hops = 0
    const url = await serve((_, response) => {
      hops += 1
      response.writeHead(302, { location: '/' }).end()
    })
    await expect(open().providerFetch(url)).rejects.toMatchObject({ message: expect.stringContaining('in a loop') })
    expect(hops).toBe(6)
  })

  test('a caller who wants to see redirects sees them', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: '/next' }).end())
    expect((await open().providerFetch(url, { redirect: 'manual' })).status).toBe(302)
  })
})

describe('limits', () => {
  test('an endless body is cut at the cap', async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(100_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    const answer = await open({ limits: { maxBytes: 1024 ** 2 } }).providerFetch(url)
    await expect(answer.text()).rejects.toMatchObject(refused)
  })

  test('a compression bomb counts unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 ** 2))
    const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    const answer = await open({ limits: { maxBytes: 1024 ** 2 } }).providerFetch(url)
    const before = process.memoryUsage().rss
    await expect(answer.arrayBuffer()).rejects.toMatchObject(refused)
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * 1024 ** 2)
  })

  test.each([
    ['a hundred', 100],
    ['ten thousand', 10_000],
  ])('a body that says it was packed %s times is refused and let go of', async (_, times) => {
    let isGone = false
    const url = await serve((_request, response) => {
      response.on('close', () => (isGone = true))
      response.writeHead(200, { 'content-encoding': Array(times).fill('gzip').join() }).write('x')
    })
    await expect(open().providerFetch(url)).rejects.toMatchObject({ ...refused, isRetryable: false })
    await expect.poll(() => isGone).toBe(true)
  })

  test('a body packed twice is unpacked twice, and names that pack nothing do not count', async () => {
    const encoding = 'identity, gzip, identity, x-gzip,'
    const body = gzipSync(gzipSync('twice'))
    const url = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    expect(await (await open().providerFetch(url)).text()).toBe('twice')
  })

  test.each([
    ['what arrives', 'gzip', (empty: Buffer) => empty],
    ['what lies in between', 'gzip, gzip', (empty: Buffer) => gzipSync(empty)],
  ])('a packed body that unpacks to nothing counts by %s', async (_, encoding, pack) => {
    const nothing = Buffer.concat(Array(100_000).fill(gzipSync('')) as Buffer[])
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(nothing)),
    )
    const answer = await open({ limits: { maxBytes: 1024 ** 2 } }).providerFetch(url)
    await expect(answer.text()).rejects.toMatchObject(refused)
  })

  test('a server that says nothing is left', async () => {
    const url = await serve(() => undefined)
    await expect(open({ limits: { firstByteMs: 200 } }).providerFetch(url)).rejects.toMatchObject({
      cause: { code: 'UND_ERR_HEADERS_TIMEOUT' },
    })
  })

  test('a body that stalls is left', async () => {
    const url = await serve((_, response) => response.write('a'))
    const answer = await open({ limits: { idleMs: 200 } }).providerFetch(url)
    await expect(answer.text()).rejects.toMatchObject({ cause: { code: 'UND_ERR_BODY_TIMEOUT' } })
  })

  test('slow bytes do not outlast the total', async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const answer = await open({ limits: { totalMs: 400 } }).providerFetch(url)
    await expect(answer.text()).rejects.toMatchObject({ name: 'NodeError', code: 'timeout' })
  })

  test('headers without end are refused', async () => {
    const url = await serve((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end())
    await expect(open().providerFetch(url)).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_OVERFLOW' } })
  })

  test('a caller who leaves closes the connection upstream', async () => {
    let whenClosed = (): void => undefined
    const isClosed = new Promise<void>((resolve) => (whenClosed = resolve))
    const url = await serve((_, response) => {
      response.write('begin')
      response.on('close', whenClosed)
    })
    const leaving = new AbortController()
    const answer = await open().providerFetch(url, { signal: leaving.signal })
    const reading = answer.text()
    leaving.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
    await isClosed
  })
})

describe('reading in pieces', () => {
  const inPieces = async (answer: Promise<Response>): Promise<AnswerInPieces> => {
    const response = await answer
    if (!('readPiece' in response)) throw new Error('The answer cannot be read in pieces')
    return response as AnswerInPieces
  }
  const readAll = async (answer: AnswerInPieces): Promise<string> => {
    const pieces: Uint8Array[] = []
    for (let piece = await answer.readPiece(); piece; piece = await answer.readPiece()) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }

  test.each([undefined, 'gzip'])('gives every byte once, packed with %s', async (encoding) => {
    const text = Array.from({ length: 20_000 }, (_, line) => `line ${line}\n`).join('')
    const url = await serve((_, response) => {
      if (encoding) response.setHeader('content-encoding', encoding).end(gzipSync(text))
      else for (let at = 0; at <= text.length; at += 5000) response.write(text.slice(at, at + 5000))
      response.end()
    })
    expect(await readAll(await inPieces(open().providerFetch(url)))).toBe(text)
  })

  test('holds back a sender whose answer nobody reads, and goes on when somebody does', async () => {
    const total = 32 * 1024 ** 2
    let sent = 0
    const url = await serve((_, response) => {
      const block = Buffer.alloc(64 * 1024)
      const send = (): void => {
        while (sent < total) {
          sent += block.length
          if (response.write(block)) continue
          response.once('drain', send)
          return
        }
        response.end()
      }
      send()
    })
    const answer = await inPieces(open().providerFetch(url))
    let before = -1
    while (sent !== before) {
      before = sent
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(sent).toBeLessThan(total / 2)
    expect(await readAll(answer)).toHaveLength(total)
  })

  test('tells a break in the middle after everything that came before it', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('begin', () => response.destroy())
    })
    const answer = await inPieces(open().providerFetch(url))
    expect(Buffer.from((await answer.readPiece()) ?? []).toString()).toBe('begin')
    await expect(answer.readPiece()).rejects.toThrow('terminated')
  })

  test('is one way of reading, not two', async () => {
    const url = await serve((_, response) => response.end('once'))
    const { providerFetch } = open()
    const piecewise = await inPieces(providerFetch(url))
    expect(piecewise.bodyUsed).toBe(false)
    await piecewise.readPiece()
    expect(piecewise.bodyUsed).toBe(true)
    expect(() => piecewise.text()).toThrow('read in pieces')
    const whole = await inPieces(providerFetch(url))
    expect(await whole.text()).toBe('once')
    await expect(whole.readPiece()).rejects.toThrow('read as a stream')
  })

  test('a caller who gives up while the connection is being made hears so at once', async () => {
    const leaving = new AbortController()
    const asked = open({ resolver: () => undefined }).providerFetch('http://slow.test/', { signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })
})

describe('requests', () => {
  test('forms, bytes, parameters and requests arrive as they were meant', async () => {
    const url = await serve((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () =>
        response.end(JSON.stringify({ type: request.headers['content-type'], method: request.method, body })),
      )
    })
    const { providerFetch } = open()
    const post = async (body: BodyInit) => (await providerFetch(url, { method: 'POST', body })).json()
    const form = new FormData()
    form.set('file', new Blob(['content'], { type: 'text/x' }), 'a.txt')
    expect(await post(form)).toMatchObject({
      type: expect.stringMatching(/^multipart\/form-data; boundary=/),
      body: expect.stringContaining('filename="a.txt"'),
    })
    expect(await post(new URLSearchParams({ a: '1' }))).toEqual({
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      method: 'POST',
      body: 'a=1',
    })
    expect(await post(new TextEncoder().encode('bytes'))).toMatchObject({ body: 'bytes' })
    expect(await post(new Blob(['blob']).stream())).toMatchObject({ body: 'blob' })
    const whole = new Request(url, { method: 'PUT', body: 'text', headers: { 'content-type': 'text/special' } })
    expect(await (await providerFetch(whole)).json()).toEqual({ type: 'text/special', method: 'PUT', body: 'text' })
  })

  test('a key pasted with a line break at its end is sent, and one that cannot be sent is told', async () => {
    const url = await serve((request, response) => response.end(request.headers.authorization))
    const answer = await open().providerFetch(url, { headers: { Authorization: 'Bearer key\n' } })
    expect(await answer.text()).toBe('Bearer key')
    for (const key of ['“key”', 'k\ney']) {
      const refused = open().providerFetch(url, { headers: { Authorization: `Bearer ${key}` } })
      await expect(refused).rejects.toThrow('The header "Authorization" contains characters that can\'t be sent.')
    }
  })

  test('what the guard says is a NodeError with a way out', async () => {
    const error: unknown = await open()
      .fetch('http://10.1.2.3/')
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(NodeError)
    expect(error).toMatchObject({
      message: "The server can't call 10.1.2.3: it is in a private network.",
      hint: expect.stringContaining('ALLOWED_PRIVATE_HOSTS=10.1.2.3'),
    })
  })
})
