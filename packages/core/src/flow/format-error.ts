/** A text or file that is not a flow; the message says what is wrong and where. */
export class FlowFormatError extends Error {
  override readonly name = 'FlowFormatError'
  /** Where in the file, as in `nodes[3].data.name`; empty for the file as a whole. */
  readonly path: string

  constructor(message: string, options: { path?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.path = options.path ?? ''
  }
}
