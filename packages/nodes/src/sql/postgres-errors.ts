import { NodeError } from '@chatwright/core'

/** What PostgreSQL said, and what to do about it. */
export function explainPostgres(error: unknown): NodeError {
  if (error instanceof NodeError) return error
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string }
  if (code.startsWith('28')) {
    return new NodeError(`PostgreSQL refused the login: ${message}`, {
      code: 'wrong-credential',
      field: 'url',
      hint: 'Check the user and password in the database URL.',
      cause: error,
    })
  }
  if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|3D)/.test(code) || message.includes('timeout expired')) {
    return new NodeError(`PostgreSQL can't be reached: ${message}`, {
      code: 'unreachable',
      field: 'url',
      hint: 'Check the database URL and that the server accepts connections from here.',
      cause: error,
    })
  }
  // 57014: ended by its own time limit.
  return new NodeError(`PostgreSQL reports: ${message}`, {
    code: code === '57014' ? 'timeout' : 'bad-input',
    hint: 'Rephrase the question, or name the tables in this node.',
    cause: error,
  })
}
