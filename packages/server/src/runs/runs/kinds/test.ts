import { z } from 'zod'
import { ranBy, text } from '../job-fields.ts'
import type { JobRule } from './job-kind.ts'

/** Running a case of a set of tests on a version of its flow. Plain JSON. */
export const testShape = z.object({
  kind: z.literal('test'),
  ...ranBy,
  caseId: text,
  /** Whether models are asked what was not recorded. */
  isAsking: z.boolean(),
})
export type TestJob = z.infer<typeof testShape>

export const testRule: JobRule<TestJob> = {
  unreadMs: () => Infinity,
  maxAttempts: 3,
  poisonous: {
    code: 'internal',
    message: 'This test ended the process that ran it, three times in a row.',
    hint: 'Look at the log of the server or worker, and change what the test asks.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before the test was done.',
    hint: 'Its result is stored when the server is back.',
    isRetryable: true,
  },
  suggestsFor: () => undefined,
  messageId: () => undefined,
  mayGoOn: () => true,
  isUse: false,
}
