/** A file that is no flow, or too much of one; the message says why, and what would help. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
