import type { CredentialValues } from '@chatwright/core'
import { z } from 'zod'
import type { Hearing, HearingName } from '../flows/speech-settings.ts'
import { askVendor, failed, type VendorAccess } from './vendor-call.ts'

export interface Recording {
  name: string
  mimeType: string
  bytes: Uint8Array
}

interface Hears {
  label: string
  /** The kinds of credential it takes. */
  credentials: readonly string[]
  transcribe(recording: Recording, use: HearingUse): Promise<string>
}

export interface HearingUse {
  hearing: Hearing
  credential: CredentialValues
  access: VendorAccess
  signal: AbortSignal
}

const Transcript = z.looseObject({ text: z.string() })

export const hearers: Readonly<Record<HearingName, Hears>> = {
  openAIWhisper: {
    label: 'OpenAI',
    credentials: ['openAIApi'],
    transcribe: (recording, use) =>
      openAiForm(recording, use, {
        label: 'OpenAI',
        key: 'openAIApiKey',
        base: 'https://api.openai.com/v1',
        model: 'whisper-1',
      }),
  },
  groqWhisper: {
    label: 'Groq',
    credentials: ['groqApi'],
    transcribe: (recording, { hearing, ...use }) =>
      openAiForm(
        recording,
        { ...use, hearing: { ...hearing, baseUrl: undefined } },
        {
          label: 'Groq',
          key: 'groqApiKey',
          base: 'https://api.groq.com/openai/v1',
          model: 'whisper-large-v3',
        },
      ),
  },
  localAISTT: {
    label: 'LocalAI',
    credentials: ['localAIApi'],
    transcribe: (recording, use) =>
      openAiForm(recording, use, { label: 'LocalAI', key: 'localAIApiKey', base: '', model: 'whisper-1' }),
  },
  assemblyAiTranscribe: { label: 'AssemblyAI', credentials: ['assemblyAIApi'], transcribe: assemblyAi },
}

interface OpenAiPlace {
  label: string
  key: string
  base: string
  model: string
}

/** OpenAI's form, which Groq, LocalAI and many others take too. */
async function openAiForm(recording: Recording, use: HearingUse, place: OpenAiPlace): Promise<string> {
  const { hearing, credential, access, signal } = use
  const form = new FormData()
  form.append('file', new Blob([recording.bytes as BlobPart], { type: recording.mimeType }), fileName(recording))
  form.append('model', hearing.model ?? place.model)
  for (const field of ['language', 'prompt', 'temperature'] as const) {
    if (hearing[field] !== undefined) form.append(field, hearing[field])
  }
  const key = credential[place.key]
  const response = await askVendor(
    place.label,
    () =>
      (hearing.baseUrl === undefined ? access.fetch : access.providerFetch)(
        `${baseOf(hearing.baseUrl ?? place.base)}/audio/transcriptions`,
        { method: 'POST', body: form, signal, headers: key ? { authorization: `Bearer ${key}` } : {} },
      ),
    { signal },
  )
  return (await read(response, Transcript, place.label)).text
}

/** People type the host alone, or with its `/v1`. */
function baseOf(address: string): string {
  const base = address.replace(/\/$/, '')
  return /^https?:\/\/[^/]*$/.test(base) ? `${base}/v1` : base
}

/** Vendors tell the format by the ending of the name. */
function fileName({ name, mimeType }: Recording): string {
  const ending = endings[mimeType.split(';')[0] ?? '']
  return ending === undefined ? name : `recording.${ending}`
}

const endings: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/flac': 'flac',
}

const ASSEMBLY = 'https://api.assemblyai.com/v2'
const LOOK_EVERY_MS = 500
const Uploaded = z.looseObject({ upload_url: z.string() })
const Job = z.looseObject({
  id: z.string().regex(/^[\w-]{1,100}$/),
  status: z.string(),
  text: z.string().nullable().optional(),
  error: z.string().nullable().optional(),
})

async function assemblyAi(recording: Recording, { hearing, credential, access, signal }: HearingUse): Promise<string> {
  const headers = { authorization: credential['assemblyAIApiKey'] ?? '' }
  const ask = async <Value>(path: string, shape: z.ZodType<Value>, init: RequestInit = {}): Promise<Value> =>
    read(
      await askVendor(
        'AssemblyAI',
        () =>
          access.fetch(`${ASSEMBLY}${path}`, { ...init, signal, headers: { ...headers, ...(init.headers as object) } }),
        { signal },
      ),
      shape,
      'AssemblyAI',
    )
  const { upload_url: audioUrl } = await ask('/upload', Uploaded, {
    method: 'POST',
    body: recording.bytes as BodyInit,
    headers: { 'content-type': 'application/octet-stream' },
  })
  let job = await ask('/transcript', Job, {
    method: 'POST',
    body: JSON.stringify({
      audio_url: audioUrl,
      ...(hearing.language === undefined ? { language_detection: true } : { language_code: hearing.language }),
    }),
    headers: { 'content-type': 'application/json' },
  })
  while (job.status !== 'completed') {
    if (job.status === 'error')
      throw failed('AssemblyAI', `could not read the recording: ${(job.error ?? '').slice(0, 300)}`)
    if (signal.aborted) throw failed('AssemblyAI', 'did not answer in time.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    job = await ask(`/transcript/${job.id}`, Job)
  }
  return job.text ?? ''
}

async function read<Value>(response: Response, shape: z.ZodType<Value>, vendor: string): Promise<Value> {
  try {
    return shape.parse(JSON.parse(await response.text()))
  } catch (cause) {
    throw failed(
      vendor,
      'answered something that is no transcript. Check the address in the settings of the flow.',
      cause,
    )
  }
}
