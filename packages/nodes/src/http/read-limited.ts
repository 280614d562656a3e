import { NodeError } from '@chatwright/core'

/** Reads an answer's body, but gives up on one that does not end. */
export async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body) {
    length += part.byteLength
    if (length > maxBytes) {
      throw new NodeError(`The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`, {
        code: 'refused',
        hint: 'Ask for less at once.',
      })
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}
