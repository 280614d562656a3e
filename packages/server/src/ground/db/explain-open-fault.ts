import { AppError } from '@chatwright/contract/errors'
import type { Config } from '../config/config.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { databaseFault } from './database-faults.ts'

/** What an operator can do about a database that does not open; anything else is passed through. */
export function explainOpenFault(error: unknown, config: Config['database']): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = databaseFault(error)
  if (config.kind === 'sqlite') {
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
      return new UserFacingError(
        `The database ${config.file} is damaged or no database at all; it was left as it is. Restore it from a backup, or set DATA_DIR to another folder.`,
        { cause: error },
      )
    }
    if (fault instanceof AppError) {
      return new UserFacingError(
        `The database ${config.file} cannot be opened (${code || 'unknown error'}). Check that its folder can be written and has space, and that no other program holds it.`,
        { cause: error },
      )
    }
    return error
  }
  // Never the whole address: it holds a password.
  const { hostname, port } = new URL(config.url)
  if (fault instanceof AppError || /^(28|3D)/.test(code)) {
    return new UserFacingError(
      `PostgreSQL at ${hostname}:${port || '5432'} does not let us in (${code || 'no answer'}). Check that it runs, and the name, password and database in DATABASE_URL.`,
      { cause: error },
    )
  }
  return error
}
