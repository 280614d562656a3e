import type { Logger } from 'pino'

/** What becomes of faults that nobody caught. */
export function installLastResort(logger: Pick<Logger, 'error' | 'fatal'>): void {
  // A promise nobody waited for, deep in some vendor's library, is no reason to end everybody's conversations.
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'a promise failed unheard'))
  // After an exception nobody caught the process may be half through anything. What was acknowledged is in the database,
  // what was under way is marked interrupted by the next start: the honest thing is to end, and be started again.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an exception nobody caught; the process ends')
    process.exit(1)
  })
}
