import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What makes a test depend on the machine it runs on or on the hour, where it is not so, and what to write instead. */
const UNFAIR: Record<string, { pattern: RegExp; unless?: RegExp; instead: string }> = {
  'date that will pass': {
    pattern: /['"`]20(?:26-12|2[7-9]-|3\d-)/,
    instead: 'a moment reckoned from now, one that nobody lives to see (2099), or a clock of the test’s own',
  },
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
  'limit of a day': {
    pattern: /\bscope: .*period: '(?:day|month)'|new Date\(\)\.toISOString\(\)\.slice\(0, ?(?:7|10)\)/,
    unless: /^packages\/ui\/|beforeEach\([^]*?\broomInDay\b|await roomInDay\(\)/,
    instead: '`roomInDay` before each test: at midnight what was counted before belongs to yesterday',
  },
  'tab of any size': {
    pattern: /\bcontext\(\)\.newPage\(/,
    instead: '`openTab`: a lent page may have been made for a journey on a phone, and so would be the tab',
  },
  'time of a schedule': {
    pattern: /\bcron: ?['`]\d|\bscheduleOnMinute: ?\d|\bscheduleOnTime: ?['`]\d\d:\d\d['`]|\.fill\(['`]\d\d:\d\d['`]\)/,
    unless: /^packages\/ui\//,
    instead: '`farMinute`: half an hour from now, so that it becomes due only where the test says so',
  },
  'wall-clock limit': {
    pattern:
      /expect\([^)]*(?:performance\.now\(\)|Date\.now\(\)|[mM]s\b|\bslowest|\blongest|readyTimes).*\.toBeLessThan(?:OrEqual)?\([\d_]+\)/,
    instead: '`patient(…)` of the server’s testing folder, processor time, or a ratio within one run',
  },
}

/** How often a file may, and why. */
const REASONS: Record<string, Partial<Record<keyof typeof UNFAIR, [count: number | 'often', reason: string]>>> = {
  'e2e/drivers/lent-pages.ts': { 'tab of any size': [1, 'makes it as large as the page it belongs to'] },
  'packages/nodes/src/agents/agents.test.ts': { 'fixed sleep': [1, 'a tool that takes a while: its work, not a wait'] },
  'packages/server/src/improving/comparisons/comparisons.test.ts': {
    'limit of a day': [1, 'of one token: there is no room on any day'],
  },
  'packages/server/faults/slow-readers.test.ts': {
    'fixed sleep': [1, 'time in which more could be held; looking too early makes the test easier to pass, never fail'],
  },
  'packages/server/src/door/http/send-budget.test.ts': { 'fixed sleep': [1, 'the pace of a reader that is slow'] },
  'packages/server/faults/storage.test.ts': {
    'fixed sleep': [2, 'the promise is about a lock of three seconds, and about what happens all through a longer one'],
  },
  'packages/server/src/guards/isolate/fixtures/task.ts': { 'fixed sleep': [1, 'a task that takes a while'] },
  'packages/server/src/knowledge/knowledge/keep-fresh.test.ts': { 'time of a schedule': [1, 'it is refused'] },
  'packages/server/src/money/limits/limit-scopes.test.ts': { 'limit of a day': [3, 'by a clock of the test'] },
  'packages/server/src/asking/notices/notices.test.ts': {
    'limit of a day': [1, 'of one token: there is no room on any day'],
  },
  'packages/server/src/guards/outbound/outbound.test.ts': {
    'fixed sleep': [1, 'looks until nothing moves; looking too early makes the test easier to pass, never fail'],
  },
  'packages/server/src/runs/queue/cluster.test.ts': {
    'fixed sleep': [1, 'a client that tries again, until its deadline'],
  },
  'packages/server/src/runs/queue/queue.test.ts': { 'fixed sleep': [1, 'the pace of an engine that speaks'] },
  'packages/server/src/guards/sandbox/escape-corpus.test.ts': { 'fixed sleep': [1, 'a program for the sandbox'] },
  'packages/server/src/guards/sandbox/sandbox.test.ts': { 'fixed sleep': [1, 'a program for the sandbox'] },
  'packages/server/src/asking/schedules/read-schedule.test.ts': {
    'time of a schedule': ['often', 'they are read, and nobody runs them'],
  },
  'packages/server/src/asking/schedules/schedules.test.ts': {
    'time of a schedule': [
      3,
      'processes of the test look by its own clock; on which day the next time is makes no difference',
    ],
  },
  'packages/server/src/asking/schedules/times.test.ts': {
    'date that will pass': ['often', 'by clocks of the test: where clocks change is known of these days'],
  },
  'packages/server/testing/crash-rounds.ts': {
    'fixed sleep': [3, 'kills at another moment each round; a look again'],
  },
  'packages/server/testing/fake-vendor.ts': { 'fixed sleep': [1, 'the pace of a vendor that speaks'] },
  'packages/server/testing/filled-server.ts': { 'limit of a day': [1, 'so large that no day fills it'] },
  'packages/server/testing/own-postgres.ts': { 'fixed sleep': [1, 'stays away for as long as a test wants'] },
  'packages/server/testing/own-redis.ts': { 'fixed sleep': [1, 'stays away for as long as a test wants'] },
  'packages/ui/src/features/canvas/model/saver.test.ts': { 'fixed sleep': [2, 'one turn of the event loop, no time'] },
  'soak/limits.soak.ts': { 'limit of a day': [3, 'takes minutes, by the month, and is not run for every change'] },
  'soak/predictions.soak.ts': { 'fixed sleep': [2, 'looks again; lets what 1,000 clients left behind be collected'] },
}

const files = ['packages', 'e2e', 'soak', 'scripts'].flatMap((folder) => testSources(join(root, folder)))

test('no test takes a fixed port, sleeps in hope, or fails for a busy machine, for what ran before it, or at another hour', () => {
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const lines = text.split('\n')
    return Object.entries(UNFAIR).flatMap(([kind, { pattern, unless, instead }]) => {
      const places = unless?.test(`${file}\n${text}`)
        ? []
        : lines.flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
      const [allowed = 0] = REASONS[file]?.[kind] ?? []
      if (places.length === allowed || (allowed === 'often' && places.length > 0)) return []
      return [`${file}:${places.join(',')}: ${kind}, ${places.length} where ${allowed} have a reason; ${instead}`]
    })
  })
  expect(found).toEqual([])
})

test.each([
  ['date that will pass', "expiresDate: '2030-01-01T00:00:00.000Z'"],
  ['fixed port', 'server = await startRedis(4310)'],
  ['fixed port', 'app.listen(8080)'],
  ['fixed port', "spawnServer({ PORT: '3000' })"],
  ['fixed sleep', 'await new Promise((resolve) => setTimeout(resolve, 500))'],
  ['fixed sleep', 'await page.waitForTimeout(60)'],
  ['fixed sleep', "import { setTimeout as sleep } from 'node:timers/promises'"],
  ['limit of a day', "const limit = { scope: 'flow', subject: flowId, period: 'day', unit: 'tokens', amount: 10 }"],
  ['limit of a day', 'const day = new Date().toISOString().slice(0, 10)'],
  ['tab of any size', 'const other = await page.context().newPage()'],
  ['time of a schedule', "schedule: { cron: '0 * * * *', question: 'Now?' }"],
  ['time of a schedule', 'scheduleOnMinute: 0,'],
  ['time of a schedule', "await page.getByLabel('Time').fill('09:30')"],
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
