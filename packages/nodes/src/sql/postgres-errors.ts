import { NodeError } from '@chatwright/core'

/** What PostgreSQL said, and what to do about it. */
export function explainPostgres(error: unknown): NodeError {
  if (error instanceof NodeError) return error
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string }
  if (code.startsWith('28')) {
    return new NodeError(`PostgreSQL refused the login: ${message}`, {
      code: 'wrong-credential',
      field: 'url',
      hint: 'Check user and password in the connection address.',
      cause: error,
    })
  }
  if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|3D)/.test(code) || message.includes('timeout expired')) {
    return new NodeError(`PostgreSQL could not be reached: ${message}`, {
      code: 'unreachable',
      field: 'url',
      hint: 'Check the connection address, and that the server takes connections from here.',
      cause: error,
    })
  }
  // 57014: ended by its own time limit.
  return new NodeError(`PostgreSQL says: ${message}`, {
    code: code === '57014' ? 'timeout' : 'bad-input',
    hint: 'Ask in other words, or name the tables to use in this node.',
    cause: error,
  })
}
