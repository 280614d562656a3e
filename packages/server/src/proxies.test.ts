import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { makeCertificate } from '../testing/own-certificate.ts'
import { startOnFreePort, type ServiceProgram } from '../testing/own-service.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

// The recipes of the guide are what is tested: taken out of it, with other ports and a certificate.
const guide = readFileSync(fileURLToPath(new URL('../../../docs/self-hosting.md', import.meta.url)), 'utf8')
const LOGIN = `Basic ${Buffer.from('anna:a long random one').toString('base64')}`

interface Proxy {
  find(): string | undefined
  recipe: RegExp
  program(command: string, recipe: string, place: Place): ServiceProgram
}

interface Asked extends RequestOptions {
  headers?: Record<string, string>
}

interface Place {
  folder: string
  upstream: string
}

const proxies: Record<string, Proxy> = {
  nginx: {
    find: () => ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) => existsSync(path)),
    recipe: /```nginx\n([^]*?)```/,
    program: (command, recipe, { folder, upstream }) => {
      makeCertificate(folder)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder};`,
      )
      const write = (port: number): string => {
        const server = recipe
          .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
          .replace(/# ssl_certificate.*/, `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;`)
          .replace('http://127.0.0.1:3000', upstream)
        const file = join(folder, 'nginx.conf')
        const user = process.getuid?.() === 0 ? 'user root;' : ''
        const main = `daemon off; ${user} pid ${folder}/pid; error_log stderr notice; events {}`
        writeFileSync(file, `${main}\nhttp { access_log off; ${temporary.join(' ')}\n${server}\n}\n`)
        return file
      }
      return { command, args: (port) => ['-c', write(port), '-p', folder], readyWord: 'start worker process ' }
    },
  },
  Caddy: {
    find: () => ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find((path) => existsSync(path)),
    recipe: /```\n(chat\.example\.com\n[^]*?)```/,
    program: (command, recipe, { folder, upstream }) => {
      const write = (port: number): string => {
        const site = recipe
          .replace('chat.example.com', `https://localhost:${port}\ntls internal`)
          .replace('127.0.0.1:3000', upstream.replace('http://', ''))
        const file = join(folder, 'Caddyfile')
        const [address = '', ...lines] = site.split('\n')
        const options = '{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}'
        writeFileSync(file, `${options}\n${address} {\n${lines.join('\n')}\n}\n`)
        return file
      }
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      return {
        command,
        args: (port) => ['run', '--adapter', 'caddyfile', '--config', write(port)],
        options: { env },
        readyWord: 'serving initial configuration',
      }
    },
  },
}

// `npm test` installs both where it can; a machine without them goes on without these tests.
describe.each(Object.entries(proxies))('behind %s, as the guide sets it up', (_, proxy) => {
  const command = proxy.find()
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-proxy-'))
  let vendor: FakeVendor
  let server: TestServer
  let child: ChildProcess
  let port = 0
  let flowId = ''

  beforeAll(async () => {
    if (command === undefined) return
    vendor = await startFakeVendor({ tokens: ['One', ' two'], holdAfter: 1 })
    server = await testServer({
      env: {
        CHATWRIGHT_USERNAME: 'anna',
        CHATWRIGHT_PASSWORD: 'a long random one',
        PUBLIC_URL: 'https://chat.example.com',
        TRUSTED_PROXIES: '1',
      },
    })
    flowId = await createConversation(server, { vendorUrl: vendor.url, headers: { authorization: LOGIN } })
    const [, recipe = ''] = proxy.recipe.exec(guide) ?? []
    const started = await startOnFreePort(proxy.program(command, recipe, { folder, upstream: await server.listen() }))
    child = started.child
    port = started.port
    // Caddy listens before it has made its certificate: until then asking throws.
    await vi.waitFor(() => ask({ path: '/api/v1/ping' }), { timeout: 60_000 })
  })
  afterAll(async () => {
    if (command !== undefined) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await server.close()
      await vendor.close()
    }
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (options: Asked, body?: string | Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const host = { host: '127.0.0.1', servername: 'localhost', port, rejectUnauthorized: false }
      const headers = { host: `localhost:${port}`, ...options.headers }
      const asked = request({ ...host, ...options, headers, agent: false }, resolve)
      asked.on('error', reject)
      asked.end(body)
    })

  test.runIf(command !== undefined)(
    'the first word arrives while the model still thinks, and leaving stops it',
    async () => {
      const body = JSON.stringify({ question: 'Count', streaming: true })
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
      const answer = await ask({ method: 'POST', path: `/api/v1/prediction/${flowId}`, headers }, body)
      let heard = ''
      for await (const piece of answer) {
        heard += String(piece)
        // Leaving the loop closes the connection. The model has said one word and would say no other.
        if (heard.includes('One')) break
      }
      expect(answer.statusCode).toBe(200)
      expect(heard).toContain('One')
      await vendor.requests[0]?.gone
    },
  )

  test.runIf(command !== undefined)('a login and flows of many megabytes pass', async () => {
    const owner = { authorization: LOGIN, 'content-type': 'application/json' }
    expect((await ask({ path: '/api/v1/chatflows', headers: { authorization: LOGIN } })).statusCode).toBe(200)
    expect((await ask({ path: '/api/v1/chatflows' })).statusCode).toBe(401)
    const flowData = JSON.stringify({ nodes: [], edges: [], padding: 'x'.repeat(20_000_000) })
    const stored = await ask(
      { method: 'POST', path: '/api/v1/chatflows', headers: owner },
      JSON.stringify({ name: 'Big', flowData }),
    )
    expect(stored.statusCode).toBe(200)
  })

  test.runIf(command !== undefined)('visitors are told apart by their own addresses, whatever they claim', async () => {
    const rateLimit = { status: true, limitMax: 1, limitDuration: 3600, limitMsg: 'Enough for now' }
    const columns = { apiConfig: JSON.stringify({ rateLimit }) }
    const limited = await createConversation(server, {
      vendorUrl: vendor.url,
      columns,
      headers: { authorization: LOGIN },
    })
    vendor.script = { tokens: ['Hello'] }
    const statuses: (number | undefined)[] = []
    for (const address of ['203.0.113.9', '198.51.100.7']) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const answer = await ask({ method: 'POST', path: `/api/v1/prediction/${limited}`, headers }, '{"question":""}')
      answer.resume()
      statuses.push(answer.statusCode)
    }
    expect(statuses[0]).not.toBe(429)
    expect(statuses[1]).toBe(429)
  })
})
