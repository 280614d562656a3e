import { createHash } from 'node:crypto'

/** The name of a graph: the same for the same text. */
export function graphHash(flowData: string): string {
  return createHash('sha256').update(flowData).digest('base64url')
}
