import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// An operator, or a virtual machine that wakes, sets the clock on the wall. What lasts so long in a process is measured by
// `performance.now()`, and what processes agree on by the clock of the database. Reckoned with the wall is only what is listed here.
const source = fileURLToPath(new URL('../packages/server/src', import.meta.url))

const AGE = 'the age of what is stored, in days or where a little earlier does no harm'
const CALENDAR = 'the day or minute on which something happened, as people read it'
const NODES = 'what a node is given as the time'
const ELSEWHERE = 'a time that another machine said, or is told'
const LINK = 'the end of what was handed out, as it was told to whoever has it'

const RECKONED: Record<string, string> = {
  'asking/attachments/read-text.ts': NODES,
  'asking/channels/slack.ts': ELSEWHERE,
  'asking/notices/send-notices.ts': ELSEWHERE,
  'asking/openai/openai-routes.ts': ELSEWHERE,
  'asking/openai/responses.ts': ELSEWHERE,
  'door/audit/audit-log.ts': CALENDAR,
  'runs/runs/run-event-frames.ts': CALENDAR,
  'asking/predictions/stored-run.ts': CALENDAR,
  'asking/webhooks/callbacks.ts': ELSEWHERE,
  'asking/webhooks/webhook-door.ts': CALENDAR,
  'asking/webhooks/webhook-service.ts': LINK,
  'door/audit/seal-audit.ts': AGE,
  'door/http/security-text.ts': CALENDAR,
  'door/people/person-service.ts': LINK,
  'door/sign-ins/sign-in-service.ts': LINK,
  'flows/flow-access/stranger-caps.ts': CALENDAR,
  'flows/flows/collect-graphs.ts': AGE,
  'flows/flows/flow-library.ts': CALENDAR,
  'ground/db/new-id.ts': 'the order of ids, which never goes back in one process',
  'ground/records/record-store.ts': NODES,
  'guards/sandbox/inside/bytes.ts': NODES,
  'guards/sandbox/inside/intl.ts': NODES,
  'improving/dry-replays/dry-platform.ts': NODES,
  'improving/inbox/inbox-service.ts': AGE,
  'improving/replays/call-service.ts': AGE,
  'improving/test-sets/test-set-service.ts': CALENDAR,
  'knowledge/knowledge/keep-fresh.ts': CALENDAR,
  'knowledge/knowledge/take-back.ts': AGE,
  'money/prices/price-book.ts': CALENDAR,
  'runs/spend/count-speech.ts': CALENDAR,
  'runs/spend/reckon-spend.ts': AGE,
  'runs/spend/spend-service.ts': CALENDAR,
  'runs/spend/test-spend.ts': CALENDAR,
  'parts/connections/connection-access.ts': ELSEWHERE,
  'parts/connections/connection-service.ts': LINK,
  'parts/files/waiting-files.ts': AGE,
  'parts/mcp-servers/mcp-access.ts': ELSEWHERE,
  'parts/mcp-servers/mcp-server-service.ts': LINK,
  'process/doctor/check-network.ts': ELSEWHERE,
  'process/wiring/channels.ts': LINK,
  'process/wiring/node-resources.ts': NODES,
  'process/wiring/run-execution.ts': CALENDAR,
  'runs/chat-messages/forget-chats.ts': AGE,
  'runs/listing/listing-service.ts': AGE,
  'runs/queue/requeue-neglected.ts': 'a number that web processes share for a while; two of them do no harm',
  'runs/recordings/value-store.ts': AGE,
  'runs/retention/keep-chats-within.ts': AGE,
  'runs/retention/retention-routes.ts': AGE,
  'runs/runs/forget-old-events.ts': AGE,
  'runs/runs/run-clock.ts': 'where a run begins; it goes on by the other clock',
  'runs/runs/waits/review-links.ts': LINK,
  'runs/runs/waits/wake-waits.ts': AGE,
  'runs/runs/with-end.ts': CALENDAR,
  'transfer/snapshots/postgres-snapshot.ts': ELSEWHERE,
}

/** The time in milliseconds, or a function that gives it: nobody reckons with a date. */
const WALL = /Date\.now\b|\bnow\(\)\.getTime\(\)|\+new Date\(|new Date\(\)\.getTime/

function reckoning(text: string): boolean {
  return text.split('\n').some((line) => WALL.test(line.replace(/\/\/.*/, '').replace(/^ *\/?\*.*/, '')))
}

test('nothing is measured by a clock that somebody can set, but what is listed', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path),
  )
  const found = files.filter((path) => reckoning(readFileSync(join(source, path), 'utf8'))).sort()
  expect(found).toEqual(Object.keys(RECKONED).sort())
})

test.each([
  ['const until = now().getTime() + CACHED_MS', true],
  ['const at = now().getTime()', true],
  ['now: Date.now,', true],
  ['// Date.now() - began', false],
  ['const began = performance.now() - 1', false],
  ['created_date: now().toISOString()', false],
])('%s: %s', (text, isFound) => expect(reckoning(text)).toBe(isFound))
