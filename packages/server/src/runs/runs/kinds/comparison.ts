import type { ComparedJob, ComparisonJob } from './comparison-job.ts'
import type { JobRule } from './job-kind.ts'

export const comparisonRule: JobRule<ComparisonJob | ComparedJob> = {
  unreadMs: () => Infinity,
  maxAttempts: 3,
  poisonous: {
    code: 'internal',
    message: 'Asking this case ended the process that asked, three times in a row.',
    hint: 'Run the case by itself to see what it does, and look at the log of the server or worker.',
  },
  stopped: {
    code: 'server-stopped',
    message: 'The server stopped before it finished.',
    hint: 'It goes on with the cases that are left when the server is back.',
    isRetryable: true,
  },
  suggestsFor: () => undefined,
  messageId: () => undefined,
  // What a case came to is kept with the run that asked it.
  mayGoOn: () => true,
  isUse: false,
}
