import { hearers, type HearerName } from '@chatwright/core'
import { z } from 'zod'
import { assemblyAi } from './assembly-ai.ts'
import { azureSpeech } from './azure-speech.ts'
import { readTranscript, soundFile, type HearingUse, type Recording, type Transcribe } from './recording.ts'
import { askVendor } from './vendor-call.ts'

const Transcript = z.looseObject({ text: z.string() })

export const transcribers: Readonly<Record<HearerName, Transcribe>> = {
  openAIWhisper: (recording, use) =>
    openAiForm(recording, use, {
      key: 'openAIApiKey',
      base: 'https://api.openai.com/v1',
      model: 'whisper-1',
    }),
  groqWhisper: (recording, { hearing, ...use }) =>
    openAiForm(
      recording,
      { ...use, hearing: { ...hearing, baseUrl: undefined } },
      {
        key: 'groqApiKey',
        base: 'https://api.groq.com/openai/v1',
        model: 'whisper-large-v3',
      },
    ),
  localAISTT: (recording, use) => openAiForm(recording, use, { key: 'localAIApiKey', base: '', model: 'whisper-1' }),
  assemblyAiTranscribe: assemblyAi,
  azureCognitive: azureSpeech,
}

interface OpenAiPlace {
  key: string
  base: string
  model: string
}

/** OpenAI's form, which Groq, LocalAI and many others take too. */
async function openAiForm(recording: Recording, use: HearingUse, place: OpenAiPlace): Promise<string> {
  const { hearing, credential, access, signal } = use
  const { label } = hearers[hearing.provider]
  const form = new FormData()
  const file = soundFile(recording)
  form.append('file', file, file.name)
  form.append('model', hearing.model ?? place.model)
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
  return (await readTranscript(response, Transcript, label)).text
}

/** People type the host alone, or with its `/v1`. */
function baseOf(address: string): string {
  const base = address.replace(/\/$/, '')
  return /^https?:\/\/[^/]*$/.test(base) ? `${base}/v1` : base
}
