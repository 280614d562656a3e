import { UserFacingError } from '../user-facing-error.ts'

/** Native code that is not there: what an operator can do about it. Anything else is passed through. */
export function explainMissingPart(error: unknown): unknown {
  if (!(error instanceof Error) || !/@libsql\/[\w-]+|@neon-rs\/load/.test(error.message)) return error
  return new UserFacingError(
    `SQLite couldn't be loaded: its native part for ${process.platform}-${process.arch} is missing or doesn't fit this system. ` +
      'Install Chatwright again with optional packages (npm install --include=optional). ' +
      "If your system isn't supported, set DATABASE_URL to a PostgreSQL database.",
    { cause: error },
  )
}
