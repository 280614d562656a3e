export type FlowErrorCode =
  | 'empty'
  | 'no-ending'
  | 'cycle'
  | 'unknown-node'
  | 'not-there'
  | 'several'
  | 'all-branches-dead'

/** The drawing itself cannot run: names the node, the cause and the way out. */
export class FlowError extends Error {
  override readonly name = 'FlowError'
  readonly code: FlowErrorCode
  readonly hint: string
  readonly nodeId: string | undefined
  readonly nodeLabel: string | undefined

  constructor(code: FlowErrorCode, message: string, details: { hint: string; nodeId?: string; nodeLabel?: string }) {
    super(message)
    this.code = code
    this.hint = details.hint
    this.nodeId = details.nodeId
    this.nodeLabel = details.nodeLabel
  }
}
