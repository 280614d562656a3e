import { AppError, listVoices, speakAnswer, stopSpeaking, transcribe, type Spoken } from '@chatwright/contract'
import type { MessageStore } from '../../runs/chat-messages/message-store.ts'
import type { FlowGates } from '../../flows/flow-access/flow-gate.ts'
import type { MeantChat } from '../../flows/flow-access/named-sessions.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { handle, handleFlow, type Call, type Handler } from '../../door/http/handle.ts'
import type { SpeechService } from './speech-service.ts'
import type { SpokenAnswers } from './spoken-answers.ts'

export interface SpeechRouteDependencies {
  speech: SpeechService
  spoken: SpokenAnswers
  meantChat: MeantChat
  gates: Pick<FlowGates, 'admit'>
  limiter: RateLimiter
  messages: Pick<MessageStore, 'find'>
  streams: EventStreams
}

/** Speaks answers, in the frames and at the addresses of the older product. */
export function speechRoutes(dependencies: SpeechRouteDependencies): Handler[] {
  const { speech, spoken, meantChat, gates, limiter, messages, streams } = dependencies

  const speak = async ({ body, asker, request, reply }: Call<unknown, unknown, Spoken>) => {
    const flow = await gates.admit({ flowId: body.chatflowId, asker, request, reply })
    const { chatMessageId } = body
    const chatId = await meantChat({ flowId: flow.id, chatId: body.chatId }, asker)
    // Only what this chat was answered: the owner pays for every word.
    const message = await messages.find(chatMessageId)
    if (message?.chatflow_id !== flow.id || message.chat_id !== chatId || message.role !== 'apiMessage') {
      throw new AppError('message-not-found', { id: chatMessageId })
    }
    await limiter.count(flow, request.ip, 'speech')
    streams.expectRoom(reply)
    const stop = new AbortController()
    const session = { chatId, sessionId: message.session_id ?? chatId }
    const reader = { asker, session, signal: stop.signal }
    const frames = await spoken.speak(flow, { chatId, chatMessageId, markdown: message.content }, reader)
    const stream = streams.open(reply)
    stream.onGone(() => stop.abort())
    for await (const frame of frames) {
      stream.write(`event: ${frame.event}\ndata: ${JSON.stringify(frame)}\n\n`)
      await stream.room
    }
    stream.end()
    return reply
  }

  return [
    handleFlow(transcribe, async ({ flow, body, asker, request }) => {
      await limiter.count(flow, request.ip, 'speech')
      const { data, name = 'recording' } = body
      const { text } = await speech.hear(flow, [{ type: 'audio', name, data }], { asker })
      return { text }
    }),
    handle(speakAnswer, speak),
    handle(stopSpeaking, async ({ body, asker, request, reply }) => {
      await gates.admit({ flowId: body.chatflowId, asker, request, reply })
      const { chatflowId: flowId, chatId, chatMessageId } = body
      spoken.stop(flowId, { chatId: await meantChat({ flowId, chatId }, asker), chatMessageId })
      return { message: 'TTS stream aborted successfully', chatId, chatMessageId, status: 200 }
    }),
    handle(listVoices, ({ query }) => speech.voices(query.provider, query.credentialId)),
  ]
}
