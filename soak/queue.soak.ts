import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What holds who decides, what leaves and what stays: tests of two databases, asked through a queue and a worker. */
const HELD = [
  'asking/channels/links',
  'asking/predictions/strangers',
  'asking/webhooks/callback-secret',
  'flows/flow-access/stranger-caps',
  'runs/executions/shared-executions',
  'runs/runs/kept-questions',
  'runs/runs/waits/waits',
  'runs/runs/waits/who-decides',
]

test('what strangers may do is the same through a queue', () => {
  const files = HELD.map((name) => `packages/server/src/${name}.test.ts`)
  const run = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '-t', 'through the queue', ...files]
  const { status, stdout } = spawnSync(process.execPath, run, {
    env: { ...process.env, CHATWRIGHT_TEST_QUEUE: '1' },
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/Test Files .*8 passed/)
  expect(status, stdout).toBe(0)
})
