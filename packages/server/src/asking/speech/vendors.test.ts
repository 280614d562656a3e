import { expect, test } from 'vitest'
import { voices } from './speak.ts'
import { transcribers } from './transcribe.ts'
import type { Hearing } from '../../flows/flows/speech-settings.ts'

/** Answers each address as its vendor documents it, and keeps what was sent. */
function replay(answers: Record<string, unknown[]>) {
  const sent: { url: string; headers: Record<string, string>; body: unknown }[] = []
  const answer = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    sent.push({ url, headers: init.headers as Record<string, string>, body: init.body })
    const next = answers[url]?.shift()
    return next instanceof Uint8Array
      ? new Response(next as BodyInit)
      : Response.json(next ?? {}, { status: next ? 200 : 404 })
  }
  return { sent, access: { fetch: answer, providerFetch: answer } }
}

const recording = { name: 'audio.wav', mimeType: 'audio/wav', bytes: new Uint8Array([1, 2]) }
const hearing = (provider: Hearing['provider'], more: Partial<Hearing> = {}): Hearing => ({
  provider,
  credentialId: 'c',
  baseUrl: undefined,
  model: undefined,
  language: undefined,
  prompt: undefined,
  temperature: undefined,
  ...more,
})
const signal = new AbortController().signal

test('Groq takes the form of OpenAI at its own address, whatever address the flow names', async () => {
  const { sent, access } = replay({
    'https://api.groq.com/openai/v1/audio/transcriptions': [{ text: 'hello', duration: 2.5 }],
  })
  const text = await transcribers.groqWhisper(recording, {
    hearing: hearing('groqWhisper', { baseUrl: 'http://169.254.169.254' }),
    credential: { groqApiKey: 'gsk' },
    access,
    signal,
  })
  expect(text).toEqual({ text: 'hello', seconds: 2.5 })
  expect(sent[0]?.headers).toEqual({ authorization: 'Bearer gsk' })
  const form = sent[0]?.body
  expect(form instanceof FormData && [form.get('model'), form.get('response_format')]).toEqual([
    'whisper-large-v3',
    'verbose_json',
  ])
})

test('AssemblyAI gets the bytes, then the job, and is asked until it is done', async () => {
  const { sent, access } = replay({
    'https://api.assemblyai.com/v2/upload': [{ upload_url: 'https://cdn.assemblyai.com/upload/1' }],
    'https://api.assemblyai.com/v2/transcript': [{ id: 'job-1', status: 'queued' }],
    'https://api.assemblyai.com/v2/transcript/job-1': [
      { id: 'job-1', status: 'processing' },
      { id: 'job-1', status: 'completed', text: 'hello', audio_duration: 7 },
    ],
  })
  const use = { hearing: hearing('assemblyAiTranscribe'), credential: { assemblyAIApiKey: 'aai' }, access, signal }
  expect(await transcribers.assemblyAiTranscribe(recording, use)).toEqual({ text: 'hello', seconds: 7 })
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['aai', 'aai', 'aai', 'aai'])
  expect(JSON.parse(String(sent[1]?.body))).toEqual({
    audio_url: 'https://cdn.assemblyai.com/upload/1',
    language_detection: true,
  })
})

test('AssemblyAI says why it could not read a recording', async () => {
  const { access } = replay({
    'https://api.assemblyai.com/v2/upload': [{ upload_url: 'https://cdn.assemblyai.com/upload/1' }],
    'https://api.assemblyai.com/v2/transcript': [{ id: 'job-1', status: 'error', error: 'Transcoding failed' }],
  })
  const use = { hearing: hearing('assemblyAiTranscribe'), credential: {}, access, signal }
  await expect(transcribers.assemblyAiTranscribe(recording, use)).rejects.toThrow(
    "AssemblyAI couldn't read the recording: Transcoding failed",
  )
})

test('ElevenLabs speaks with the voice of the flow, and lists its voices', async () => {
  const { sent, access } = replay({
    'https://api.elevenlabs.io/v1/text-to-speech/a%2F..%2Fb/stream': [new Uint8Array([7])],
    'https://api.elevenlabs.io/v1/voices': [{ voices: [{ voice_id: 'v1', name: 'Anna' }] }],
  })
  const use = {
    speaking: { voice: 'a/../b', baseUrl: undefined },
    credential: { elevenLabsApiKey: 'xi' },
    access,
    signal,
  }
  const response = await voices.elevenlabs.speak('Hello', use)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([7]))
  expect(sent[0]?.headers).toMatchObject({ 'xi-api-key': 'xi' })
  expect(JSON.parse(String(sent[0]?.body))).toEqual({ text: 'Hello', model_id: 'eleven_multilingual_v2' })
  expect(await voices.elevenlabs.voices(use)).toEqual([{ id: 'v1', name: 'Anna' }])
})

test('OpenAI and LocalAI are asked at their own addresses, with what the flow sets up', async () => {
  const { sent, access } = replay({
    'https://api.openai.com/v1/audio/transcriptions': [{ text: 'hello', usage: { type: 'duration', seconds: 3 } }],
    'http://localhost:8080/v1/audio/transcriptions': [{ text: 'hallo', usage: { type: 'tokens', input_tokens: 14 } }],
  })
  const more = { model: 'gpt-4o-transcribe', language: 'de', prompt: 'names', temperature: '0.2' }
  const openai = { hearing: hearing('openAIWhisper', more), credential: { openAIApiKey: 'sk' }, access, signal }
  expect(await transcribers.openAIWhisper(recording, openai)).toEqual({ text: 'hello', seconds: 3 })
  const form = sent[0]?.body
  expect(form instanceof FormData && [...form.entries()].filter(([name]) => name !== 'file')).toEqual(
    Object.entries(more),
  )
  const own = hearing('localAISTT', { baseUrl: 'http://localhost:8080' })
  expect(await transcribers.localAISTT(recording, { hearing: own, credential: {}, access, signal })).toEqual({
    text: 'hallo',
  })
  expect(sent.map(({ headers }) => headers)).toEqual([{ authorization: 'Bearer sk' }, {}])
})

test('Azure is asked in the region of its credential', async () => {
  const address = 'https://westeurope.api.cognitive.microsoft.com/speechtotext/transcriptions:transcribe?api-version='
  const answer = { durationMilliseconds: 2000, combinedPhrases: [{ text: 'Hello.' }], phrases: [{ text: 'Hello.' }] }
  const { sent, access } = replay({
    [`${address}2024-11-15`]: [answer],
    [`${address}2025-10-15`]: [{ durationMilliseconds: 1, combinedPhrases: [], phrases: [] }],
  })
  const credential = { azureSubscriptionKey: 'az', serviceRegion: 'West Europe' }
  const german = { hearing: hearing('azureCognitive', { language: 'de-DE' }), credential, access, signal }
  expect(await transcribers.azureCognitive(recording, german)).toEqual({ text: 'Hello.', seconds: 2 })
  const silent = {
    ...german,
    hearing: hearing('azureCognitive'),
    credential: { ...credential, apiVersion: '2025-10-15' },
  }
  expect(await transcribers.azureCognitive(recording, silent)).toEqual({ text: '', seconds: 0.001 })
  expect(sent[0]?.headers).toEqual({ 'ocp-apim-subscription-key': 'az' })
  expect(sent.map(({ body }) => body instanceof FormData && body.get('definition'))).toEqual([
    '{"locales":["de-DE"]}',
    '{}',
  ])
  expect(sent[0]?.body instanceof FormData && sent[0].body.get('audio')).toMatchObject({ name: 'recording.wav' })
})

test('Azure’s key goes nowhere but to a region of Azure', async () => {
  const { sent, access } = replay({})
  for (const serviceRegion of ['', 'evil.example/', 'a@b', 'x#']) {
    const credential = { azureSubscriptionKey: 'az', serviceRegion }
    const asked = transcribers.azureCognitive(recording, {
      hearing: hearing('azureCognitive'),
      credential,
      access,
      signal,
    })
    await expect(asked).rejects.toThrow("Azure Speech can't be called because its credential has no region.")
  }
  expect(sent).toEqual([])
})
