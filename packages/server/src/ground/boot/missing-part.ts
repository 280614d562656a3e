import { UserFacingError } from '../user-facing-error.ts'

/** Native code that is not there: what an operator can do about it. Anything else is passed through. */
export function explainMissingPart(error: unknown): unknown {
  if (!(error instanceof Error) || !/@libsql\/[\w-]+|@neon-rs\/load/.test(error.message)) return error
  return new UserFacingError(
    `SQLite could not be loaded: its native part for ${process.platform}-${process.arch} is missing or does not fit this system. ` +
      'Install Chatwright again without leaving out optional packages (npm install --include=optional); ' +
      'where there is no such part, set DATABASE_URL to a PostgreSQL database, which needs none.',
    { cause: error },
  )
}
