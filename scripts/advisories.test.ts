import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The command as `npm run soak` calls it, against answers as OSV documents them.
const command = join(dirname(fileURLToPath(import.meta.url)), 'check-advisories.mjs')

interface Query {
  package: { purl: string }
  page_token?: string
}
interface Answer {
  vulns?: { id: string; modified: string }[]
  next_page_token?: string
}

let folder: string
let server: Server
let batches: Query[][]
let answer: (query: Query) => Answer
let advisories: Record<string, object>
let respond: ((path: string) => { status: number; body: string } | undefined) | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatwright-advisories-'))
  batches = []
  answer = () => ({})
  advisories = {}
  respond = undefined
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { status, body: sent } = respond?.(request.url ?? '') ?? replay(`${request.method} ${request.url}`, body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(sent)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  if (server.listening) await close()
  rmSync(folder, { recursive: true, force: true })
})

const close = (): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })

function replay(route: string, body: string): { status: number; body: string } {
  if (route === 'POST /v1/querybatch') {
    const { queries } = JSON.parse(body) as { queries: Query[] }
    batches.push(queries)
    if (queries.length > 1000) return { status: 400, body: '{"code":3,"message":"Too many queries"}' }
    return { status: 200, body: JSON.stringify({ results: queries.map((query) => answer(query)) }) }
  }
  const found = advisories[decodeURIComponent(route.replace('GET /v1/vulns/', ''))]
  return found
    ? { status: 200, body: JSON.stringify(found) }
    : { status: 404, body: '{"code":5,"message":"Bug not found."}' }
}

async function check(purls: readonly string[]): Promise<{ status: number | null; said: string }> {
  const bill = join(folder, 'sbom.cdx.json')
  writeFileSync(bill, JSON.stringify({ components: purls.map((purl) => ({ purl })) }))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? closedPort}`
  const child = spawn(process.execPath, [command, '--bill', bill, '--osv', address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, status] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((done) => child.once('close', done)),
  ])
  return { status, said }
}
let closedPort = 0

const left = 'pkg:npm/left-pad@1.0.0'
const scoped = 'pkg:npm/%40some/thing@2.0.0'
const vuln = (id: string) => ({ id, modified: '2026-01-02T03:04:05Z' })

test('passes when no advisory concerns a package, each asked once by its purl', async () => {
  expect(await check([left, scoped, left])).toEqual({
    status: 0,
    said: 'Passed: OSV knows no advisory for any of the 2 packages.\n',
  })
  expect(batches).toEqual([[{ package: { purl: left } }, { package: { purl: scoped } }]])
})

test('names every advisory, also those of later pages and batches, but none that was withdrawn', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => `pkg:npm/p${index}@1.0.0`)
  answer = ({ package: { purl }, page_token }) => {
    if (purl === many[1000]) return { vulns: [vuln('GHSA-last')] }
    if (purl !== many[0]) return {}
    return page_token === 'two'
      ? { vulns: [vuln('GHSA-second')] }
      : { vulns: [vuln('GHSA-gone')], next_page_token: 'two' }
  }
  advisories = {
    'GHSA-last': {
      id: 'GHSA-last',
      summary: 'Reads files',
      database_specific: { severity: 'HIGH' },
      affected: [{ ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }] }],
    },
    'GHSA-second': { id: 'GHSA-second', details: 'Loops\nfor ever' },
    'GHSA-gone': { id: 'GHSA-gone', summary: 'An error', withdrawn: '2026-02-03T04:05:06Z' },
  }
  const { status, said } = await check(many)
  expect(status).toBe(1)
  expect(said.split('\n')).toEqual([
    "Failed: 2 of OSV's advisories concern the 1001 packages.",
    '  GHSA-last (high): Reads files',
    `    in ${many[1000]}; fixed in 1.0.1`,
    '  GHSA-second (unrated): Loops',
    `    in ${many[0]}; not fixed yet`,
    '',
  ])
})

test.each<[string, () => void]>([
  ['an advisory that cannot be read', () => (answer = () => ({ vulns: [vuln('GHSA-unknown')] }))],
  ['fewer answers than questions', () => (respond = () => ({ status: 200, body: '{"results":[]}' }))],
  ['something else than JSON', () => (respond = () => ({ status: 200, body: '<html>' }))],
  ['an error', () => (respond = () => ({ status: 503, body: '' }))],
])('%s is inconclusive, never passed', async (_, arrange) => {
  arrange()
  const { status, said } = await check([left])
  expect(said).toMatch(/^Inconclusive: the advisories couldn't be read \(.+\)\./)
  expect(status).toBe(2)
})

test('without network it says so, and is inconclusive; so is a bill that lists nothing', async () => {
  const empty = await check([])
  closedPort = (server.address() as AddressInfo).port
  await close()
  const offline = await check([left])
  expect([offline.status, empty.status]).toEqual([2, 2])
  expect(offline.said).toMatch(/^Inconclusive: .*ECONNREFUSED/)
  expect(empty.said).toContain('the bill of materials lists no packages')
})
