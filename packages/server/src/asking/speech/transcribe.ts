import { hearers, type HearerName, type SpeechField } from '@chatwright/core'
import { z } from 'zod'
import type { Hearing } from '../../flows/flows/speech-settings.ts'
import { assemblyAi } from './assembly-ai.ts'
import { azureSpeech } from './azure-speech.ts'
import {
  readTranscript,
  soundFile,
  type HearingUse,
  type Recording,
  type Transcribe,
  type Transcript,
} from './recording.ts'
import { askVendor } from './vendor-call.ts'

const Transcribed = z.looseObject({
  text: z.string(),
  /** Groq tells it so, where all is asked for. */
  duration: z.number().optional().catch(undefined),
  /** And OpenAI so, of models that it bills by time. */
  usage: z.looseObject({ seconds: z.number() }).optional().catch(undefined),
})

/** The models that are asked where a flow names none; providers that have no names for them are given one. */
const modelsAsked = {
  openAIWhisper: 'whisper-1',
  groqWhisper: 'whisper-large-v3',
  localAISTT: 'whisper-1',
  assemblyAiTranscribe: 'assemblyai-universal',
  azureCognitive: 'azure-fast-transcription',
} as const satisfies Record<HearerName, string>

/** The model whose work is to be paid; nothing where it is the owner's own server that works. */
export function billedModel({ provider, model }: Pick<Hearing, 'provider' | 'model'>): string | undefined {
  if (provider === 'localAISTT') return undefined
  const takes: readonly SpeechField[] = hearers[provider].takes
  return (takes.includes('model') ? model : undefined) ?? modelsAsked[provider]
}

export const transcribers: Readonly<Record<HearerName, Transcribe>> = {
  openAIWhisper: (recording, use) =>
    openAiForm(recording, use, {
      key: 'openAIApiKey',
      base: 'https://api.openai.com/v1',
    }),
  groqWhisper: (recording, { hearing, ...use }) =>
    openAiForm(
      recording,
      { ...use, hearing: { ...hearing, baseUrl: undefined } },
      {
        key: 'groqApiKey',
        base: 'https://api.groq.com/openai/v1',
        format: 'verbose_json',
      },
    ),
  localAISTT: (recording, use) => openAiForm(recording, use, { key: 'localAIApiKey', base: '' }),
  assemblyAiTranscribe: assemblyAi,
  azureCognitive: azureSpeech,
}

interface OpenAiPlace {
  key: string
  base: string
  /** Of its answer, where it tells more in another one than its own. */
  format?: string
}

/** OpenAI's form, which Groq, LocalAI and many others take too. */
async function openAiForm(recording: Recording, use: HearingUse, place: OpenAiPlace): Promise<Transcript> {
  const { hearing, credential, access, signal } = use
  const { label } = hearers[hearing.provider]
  const form = new FormData()
  const file = soundFile(recording)
  form.append('file', file, file.name)
  form.append('model', hearing.model ?? modelsAsked[hearing.provider])
  if (place.format !== undefined) form.append('response_format', place.format)
  for (const field of ['language', 'prompt', 'temperature'] as const) {
    if (hearing[field] !== undefined) form.append(field, hearing[field])
  }
  const key = credential[place.key]
  const response = await askVendor(
    label,
    () =>
      (hearing.baseUrl === undefined ? access.fetch : access.providerFetch)(
        `${baseOf(hearing.baseUrl ?? place.base)}/audio/transcriptions`,
        { method: 'POST', body: form, signal, headers: key ? { authorization: `Bearer ${key}` } : {} },
      ),
    { signal },
  )
  const { text, duration, usage } = await readTranscript(response, Transcribed, label)
  return { text, seconds: usage?.seconds ?? duration }
}

/** People type the host alone, or with its `/v1`. */
function baseOf(address: string): string {
  const base = address.replace(/\/$/, '')
  return /^https?:\/\/[^/]*$/.test(base) ? `${base}/v1` : base
}
