import { z } from 'zod'
import { Id, IdParams, text } from './fields.ts'
import { ChatId } from './predictions.ts'
import { defineRoute } from './route.ts'

const tag = 'Speech'

/** Loose, because widgets send what they show: the text that is spoken is the stored one. */
const Spoken = z.looseObject({ chatflowId: Id, chatId: ChatId, chatMessageId: Id })
export type Spoken = z.infer<typeof Spoken>

export const speakAnswer = defineRoute({
  method: 'POST',
  path: '/text-to-speech/generate',
  access: 'public',
  tag,
  summary: 'Read an answer aloud as a stream: `tts_start`, `tts_data` with base64 audio, `tts_end` or `tts_error`.',
  body: Spoken,
  produces: 'event-stream',
  errors: [
    'chatflow-not-found',
    'message-not-found',
    'unauthorized',
    'forbidden',
    'speech-off',
    'too-many-requests',
    'provider-failed',
  ],
})

const Recorded = z.looseObject({
  /** A data URL: `data:audio/webm;base64,…`. */
  data: z.string(),
  name: text(300).optional(),
})

export const transcribe = defineRoute({
  method: 'POST',
  path: '/speech-to-text/:id',
  access: 'flow',
  tag,
  summary: "Transcribe a recording with the flow's speech-to-text settings.",
  params: IdParams,
  body: Recorded,
  response: z.object({ text: z.string() }),
  errors: [
    'chatflow-not-found',
    'unauthorized',
    'forbidden',
    'recording-unusable',
    'too-many-requests',
    'provider-failed',
    'credential-refused',
    'credential-not-found',
  ],
})

export const stopSpeaking = defineRoute({
  method: 'POST',
  path: '/text-to-speech/abort',
  access: 'public',
  tag,
  summary: 'Stop reading an answer aloud.',
  body: Spoken,
  response: z.object({ message: z.string(), chatId: z.string(), chatMessageId: z.string(), status: z.number() }),
  errors: ['chatflow-not-found', 'unauthorized', 'forbidden'],
})

export const listVoices = defineRoute({
  method: 'GET',
  path: '/text-to-speech/voices',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: "List a provider's voices.",
  query: z.strictObject({ provider: text(50), credentialId: Id.optional() }),
  response: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: ['credential-not-found', 'credential-refused', 'provider-failed', 'invalid-request'],
})
