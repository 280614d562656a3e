import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What makes a test depend on the machine it runs on, and what to write instead. */
const UNFAIR: Record<string, { pattern: RegExp; instead: string }> = {
  'fixed port': {
    pattern:
      /\.listen\((?:\{ port: )?[1-9]|\b(?:start|spawn|launch)\w*\([1-9]\d{3,4}\b|\bPORT: ?'[1-9]|'--port', ?'[1-9]/,
    instead: 'let the system choose (port 0), or `freePort` where a program wants a number',
  },
  'fixed sleep': {
    pattern:
      /\bwaitForTimeout\(|\bsetTimeout\((?:resolve|done|r)\b|setTimeout\(\(\) => resolve|setTimeout.* from 'node:timers\/promises'|Atomics\.wait\(/,
    instead: 'wait for what the sleep hopes for: `vi.waitFor`, `expect.poll`, a promise',
  },
  'tab of any size': {
    pattern: /\bcontext\(\)\.newPage\(/,
    instead: '`openTab`: a lent page may have been made for a journey on a phone, and so would be the tab',
  },
  'wall-clock limit': {
    pattern:
      /expect\([^)]*(?:performance\.now\(\)|Date\.now\(\)|[mM]s\b|\bslowest|\blongest|readyTimes).*\.toBeLessThan(?:OrEqual)?\([\d_]+\)/,
    instead: '`patient(…)` of the server’s testing folder, processor time, or a ratio within one run',
  },
}

/** How often a file may, and why. */
const REASONS: Record<string, Partial<Record<keyof typeof UNFAIR, [count: number, reason: string]>>> = {
  'e2e/drivers/lent-pages.ts': { 'tab of any size': [1, 'makes it as large as the page it belongs to'] },
  'packages/nodes/src/agents/agents.test.ts': { 'fixed sleep': [1, 'a tool that takes a while: its work, not a wait'] },
  'packages/server/src/faults/storage.test.ts': {
    'fixed sleep': [2, 'the promise is about a lock of three seconds, and about what happens all through a longer one'],
  },
  'packages/server/src/isolate/fixtures/task.ts': { 'fixed sleep': [1, 'a task that takes a while'] },
  'packages/server/src/outbound/outbound.test.ts': {
    'fixed sleep': [1, 'looks until nothing moves; looking too early makes the test easier to pass, never fail'],
  },
  'packages/server/src/queue/cluster.test.ts': { 'fixed sleep': [1, 'a client that tries again, until its deadline'] },
  'packages/server/src/queue/queue.test.ts': { 'fixed sleep': [1, 'the pace of an engine that speaks'] },
  'packages/server/src/sandbox/escape-corpus.test.ts': { 'fixed sleep': [1, 'a program for the sandbox'] },
  'packages/server/src/sandbox/sandbox.test.ts': { 'fixed sleep': [1, 'a program for the sandbox'] },
  'packages/server/src/testing/crash-rounds.ts': {
    'fixed sleep': [3, 'kills at another moment each round; a look again'],
  },
  'packages/server/src/testing/fake-vendor.ts': { 'fixed sleep': [1, 'the pace of a vendor that speaks'] },
  'packages/server/src/testing/own-postgres.ts': { 'fixed sleep': [1, 'stays away for as long as a test wants'] },
  'packages/server/src/testing/own-redis.ts': { 'fixed sleep': [1, 'stays away for as long as a test wants'] },
  'packages/ui/src/features/canvas/model/saver.test.ts': { 'fixed sleep': [2, 'one turn of the event loop, no time'] },
  'soak/predictions.soak.ts': { 'fixed sleep': [2, 'looks again; lets what 1,000 clients left behind be collected'] },
}

const files = ['packages', 'e2e', 'soak', 'scripts'].flatMap((folder) => testSources(join(root, folder)))

test('no test takes a fixed port, sleeps in hope, or fails for a busy machine or for what ran before it', () => {
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return Object.entries(UNFAIR).flatMap(([kind, { pattern, instead }]) => {
      const places = lines.flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
      const [allowed = 0] = REASONS[file]?.[kind] ?? []
      if (places.length === allowed) return []
      return [`${file}:${places.join(',')}: ${kind}, ${places.length} where ${allowed} have a reason; ${instead}`]
    })
  })
  expect(found).toEqual([])
})

test.each([
  ['fixed port', 'server = await startRedis(4310)'],
  ['fixed port', 'app.listen(8080)'],
  ['fixed port', "spawnServer({ PORT: '3000' })"],
  ['fixed sleep', 'await new Promise((resolve) => setTimeout(resolve, 500))'],
  ['fixed sleep', 'await page.waitForTimeout(60)'],
  ['fixed sleep', "import { setTimeout as sleep } from 'node:timers/promises'"],
  ['tab of any size', 'const other = await page.context().newPage()'],
  ['wall-clock limit', 'expect(performance.now() - began).toBeLessThan(2000)'],
  ['wall-clock limit', 'expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(6000)'],
])('the check itself sees a %s in %s', (kind, line) => {
  expect(UNFAIR[kind]?.pattern.test(line)).toBe(true)
})

function testSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist|bundle)\//.test(file))
    .filter((file) =>
      /\.(test|e2e|soak)\.tsx?$|\/(test|testing|drivers|fixtures)\/[^/]+\.[cm]?tsx?$|\/harness\.ts$/.test(file),
    )
    .filter((file) => file !== 'scripts/fair-tests.test.ts')
}
