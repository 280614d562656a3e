import { routeUrl, speakAnswer, stopSpeaking } from '@chatwright/contract'

import { call, send } from '../../../lib/api.ts'
import { asObject, asText } from '../../../lib/prediction/read-json.ts'
import { readSseFrames } from '../../../lib/prediction/sse-frames.ts'

interface SpokenAnswer {
  chatflowId: string
  chatId: string
  chatMessageId: string
}

/** The sound of an answer, when all of it has arrived. */
export async function fetchSpeech(answer: SpokenAnswer, signal: AbortSignal): Promise<Blob> {
  const response = await send(routeUrl(speakAnswer, {}), { method: 'POST', body: JSON.stringify(answer), signal })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  if (!response.body) return new Blob()
  for await (const { data } of readSseFrames(response.body)) {
    const frame = asObject(JSON.parse(data))
    const told = asObject(frame?.['data']) ?? {}
    const chunk = asText(told['audioChunk'])
    if (chunk !== undefined) pieces.push(Uint8Array.from(atob(chunk), (letter) => letter.charCodeAt(0)))
    if (frame?.['event'] === 'tts_error') throw new Error(asText(told['error']) ?? '')
  }
  return new Blob(pieces, { type: 'audio/mpeg' })
}

export async function abortSpeech(answer: SpokenAnswer): Promise<void> {
  await call(stopSpeaking, { body: answer }).catch(() => undefined)
}
