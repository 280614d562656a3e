import { AppError } from '@chatwright/contract/errors'

const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  // The machine of the database, or the name that leads to it, is away: a container that is started anew.
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  // PostgreSQL: shutting down, starting up, too many connections, connection failures.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  '08001',
  '25006',
  // Waited too long for a lock; ended while idle in a transaction.
  '55P03',
  '25P03',
  // PostgreSQL: somebody else's lock, two transactions in each other's way, a statement that took too long.
  '55P03',
  '40001',
  '40P01',
  '57014',
])
const full = new Set(['SQLITE_FULL', 'ENOSPC', '53100'])
const unavailableText =
  /Connection terminated|timeout exceeded when trying to connect|database is locked|Client has encountered a connection error|Query read timeout|the database system is/i

/** Translates what a driver threw into the error clients know; anything else is passed through. */
export function databaseFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (full.has(code) || /database or disk is full/i.test(error.message)) {
    return new AppError('storage-full', undefined, { cause: error })
  }
  const family = code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')
  if (unavailable.has(code) || unavailable.has(family) || unavailableText.test(error.message)) {
    return new AppError('database-unavailable', undefined, { cause: error })
  }
  return error
}

/** Whether the rows themselves were at fault: a key twice, a missing parent, text the database cannot hold. */
export function isRowFault(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    /^(SQLITE_CONSTRAINT|23|22)/.test(code) || (error instanceof TypeError && error.message.startsWith('Cannot store'))
  )
}
