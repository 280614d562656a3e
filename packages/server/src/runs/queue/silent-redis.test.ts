import type { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import { createQueueRunner, type QueueRunnerDependencies } from './queue-runner.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'

// Redis is gone for good, and commands wait for it to come back.
const never = (): Promise<never> => new Promise(() => undefined)
const client = { publish: never, exists: never, evalsha: never, eval: never } as unknown as Redis
const queue = { checkRoom: never, add: never, depth: never, close: never }
const limitMs = 5

const asked: Record<string, () => Promise<unknown>> = {
  'asks a question': () => runner().start({ runId: 'r' } as never),
  'begins work in the background': () => runner().enqueue({ runId: 'r' } as never),
  'comes back to an answer': () => runner().find('r'),
  'stops a run': () => runner().stop('r'),
  'stops a chat': () => runner().cancel({ flowId: 'f', chatId: 'c' }),
  'is counted': () => {
    const flow = { id: 'f', settings: { rateLimit: { max: 1, durationSeconds: 1 } } } as FlowHead
    return createSharedRateLimiter(client, limitMs).count(flow, '127.0.0.1')
  },
}

test.each(Object.keys(asked))('whoever %s hears that the queue does not answer', async (name) => {
  await expect(asked[name]?.()).rejects.toMatchObject({ code: 'overloaded', status: 503 })
})

function runner() {
  const dependencies = {
    client,
    queue,
    background: queue,
    queued: { findJob: async () => ({ job: {}, status: 'running' }) },
    limitMs,
  }
  return createQueueRunner(dependencies as unknown as QueueRunnerDependencies)
}
