import {
  AppError,
  errorTable,
  listVoices,
  speakAnswer,
  stopSpeaking,
  transcribe,
  type Spoken,
} from '@chatwright/contract'
import type { MessageStore } from '../chat-messages/message-store.ts'
import type { FlowGates } from '../flow-access/flow-gate.ts'
import type { RateLimiter } from '../flow-access/rate-limiter.ts'
import type { EventStreams } from '../http/event-stream.ts'
import { handle, handleFlow, type Call, type Handler } from '../http/handle.ts'
import type { SpeechService } from './speech-service.ts'

export interface SpeechRouteDependencies {
  speech: SpeechService
  gates: Pick<FlowGates, 'admit'>
  limiter: RateLimiter
  messages: Pick<MessageStore, 'find'>
  streams: EventStreams
}

/** Speaks answers, in the frames and at the addresses of the older product. */
export function speechRoutes({ speech, gates, limiter, messages, streams }: SpeechRouteDependencies): Handler[] {
  const spoken = new Map<string, AbortController>()

  const speak = async ({ body, caller, request, reply }: Call<unknown, unknown, Spoken>) => {
    const flow = await gates.admit({ flowId: body.chatflowId, caller, request, reply })
    const { chatMessageId } = body
    // Only what this chat was answered: the owner pays for every word.
    const message = await messages.find(chatMessageId)
    if (message?.chatflow_id !== flow.id || message.chat_id !== body.chatId || message.role !== 'apiMessage') {
      throw new AppError('message-not-found', { id: chatMessageId })
    }
    await limiter.count(flow, request.ip, 'speech')
    const stop = new AbortController()
    const key = keyOf(body)
    spoken.get(key)?.abort()
    spoken.set(key, stop)
    try {
      const pieces = await speech.speak(flow, spokenText(message.content), stop.signal)
      const stream = streams.open(reply)
      const tell = (event: string, data: object): void =>
        stream.write(`event: ${event}\ndata: ${JSON.stringify({ event, data: { chatMessageId, ...data } })}\n\n`)
      stream.onGone(() => stop.abort())
      tell('tts_start', { format: 'mp3' })
      try {
        for await (const piece of pieces) tell('tts_data', { audioChunk: Buffer.from(piece).toString('base64') })
        tell('tts_end', {})
      } catch (error) {
        if (stop.signal.aborted) tell('tts_abort', {})
        else
          tell('tts_error', {
            error: error instanceof AppError ? error.message : errorTable['provider-failed'].message,
          })
      }
      stream.end()
      return reply
    } finally {
      if (spoken.get(key) === stop) spoken.delete(key)
    }
  }

  return [
    handleFlow(transcribe, async ({ flow, body, request }) => {
      await limiter.count(flow, request.ip, 'speech')
      const { data, name = 'recording' } = body
      const { text } = await speech.hear(flow, [{ type: 'audio', name, data }])
      return { text }
    }),
    handle(speakAnswer, speak),
    handle(stopSpeaking, async ({ body, caller, request, reply }) => {
      await gates.admit({ flowId: body.chatflowId, caller, request, reply })
      spoken.get(keyOf(body))?.abort()
      const { chatId, chatMessageId } = body
      return { message: 'TTS stream aborted successfully', chatId, chatMessageId, status: 200 }
    }),
    handle(listVoices, ({ query }) => speech.voices(query.provider, query.credentialId)),
  ]
}

function keyOf({ chatflowId, chatId, chatMessageId }: Spoken): string {
  return `${chatflowId}:${chatId}:${chatMessageId}`
}

/** Code and tables cannot be listened to; marks of emphasis would be read out. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/```[^`]*```/g, ' ')
    .replace(/[*_#`>|]/g, '')
    .replace(/\[([^[\]]*)\]\([^()[\]]*\)/g, '$1')
    .trim()
}
