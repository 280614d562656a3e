import { asObject, asText } from '../prediction/read-json.ts'
import { readSseFrames } from '../prediction/sse-frames.ts'

/** The sound of an answer, when all of it has arrived. */
export async function readSound({ body }: Response): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  if (!body) return new Blob()
  for await (const { data } of readSseFrames(body)) {
    const frame = asObject(JSON.parse(data))
    const told = asObject(frame?.['data']) ?? {}
    const chunk = asText(told['audioChunk'])
    if (chunk !== undefined) pieces.push(Uint8Array.from(atob(chunk), (letter) => letter.charCodeAt(0)))
    if (frame?.['event'] === 'tts_error') throw new Error(asText(told['error']) ?? '')
  }
  return new Blob(pieces, { type: 'audio/mpeg' })
}
