import { routeUrl, speakAnswer, stopSpeaking } from '@chatwright/contract'

import { call, send } from '../../../lib/api.ts'
import { readSound } from '../../../lib/speech/read-sound.ts'

interface SpokenAnswer {
  chatflowId: string
  chatId: string
  chatMessageId: string
}

/** The sound of an answer, when all of it has arrived. */
export async function fetchSpeech(answer: SpokenAnswer, signal: AbortSignal): Promise<Blob> {
  return readSound(await send(routeUrl(speakAnswer, {}), { method: 'POST', body: JSON.stringify(answer), signal }))
}

export async function abortSpeech(answer: SpokenAnswer): Promise<void> {
  await call(stopSpeaking, { body: answer }).catch(() => undefined)
}
