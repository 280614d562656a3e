import { z } from 'zod'
import { readTranscript, type Transcribe } from './recording.ts'
import { askVendor, failed } from './vendor-call.ts'

const ASSEMBLY = 'https://api.assemblyai.com/v2'
const LOOK_EVERY_MS = 500
const Uploaded = z.looseObject({ upload_url: z.string() })
const Job = z.looseObject({
  id: z.string().regex(/^[\w-]{1,100}$/),
  status: z.string(),
  text: z.string().nullable().optional(),
  error: z.string().nullable().optional(),
  audio_duration: z.number().nullable().optional().catch(undefined),
})

export const assemblyAi: Transcribe = async (recording, { hearing, credential, access, signal }) => {
  const headers = { authorization: credential['assemblyAIApiKey'] ?? '' }
  const ask = async <Value>(path: string, shape: z.ZodType<Value>, init: RequestInit = {}): Promise<Value> =>
    readTranscript(
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
      throw failed('AssemblyAI', `couldn't read the recording: ${(job.error ?? '').slice(0, 300)}`)
    if (signal.aborted) throw failed('AssemblyAI', "didn't respond in time.")
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    job = await ask(`/transcript/${job.id}`, Job)
  }
  return { text: job.text ?? '', seconds: job.audio_duration ?? undefined }
}
