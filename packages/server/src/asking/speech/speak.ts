import { parseJson, type CredentialValues, type SpeakerName } from '@chatwright/core'
import { z } from 'zod'
import type { Speaking } from '../../flows/flows/speech-settings.ts'
import { askVendor, failed, type VendorAccess } from './vendor-call.ts'

export interface SpeakingUse {
  speaking: Pick<Speaking, 'baseUrl' | 'voice'>
  credential: CredentialValues
  access: VendorAccess
  signal: AbortSignal
}

interface Voice {
  /** By its vendor's name. */
  model: string
  /** The sound of a text, as MP3. */
  speak(text: string, use: SpeakingUse): Promise<Response>
  voices(use: SpeakingUse): Promise<{ id: string; name: string }[]>
}

const OPENAI_MODEL = 'gpt-4o-mini-tts'
const ELEVENLABS_MODEL = 'eleven_multilingual_v2'
const OPENAI = 'https://api.openai.com/v1'
const ELEVENLABS = 'https://api.elevenlabs.io/v1'
const FIRST_ELEVENLABS_VOICE = '21m00Tcm4TlvDq8ikWAM'
const OPENAI_VOICES = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse']
const Voices = z.looseObject({ voices: z.array(z.looseObject({ voice_id: z.string(), name: z.string() })) })

export const voices: Readonly<Record<SpeakerName, Voice>> = {
  openai: {
    model: OPENAI_MODEL,
    speak: (text, { speaking, credential, access, signal }) =>
      askVendor(
        'OpenAI',
        () =>
          (speaking.baseUrl === undefined ? access.fetch : access.providerFetch)(
            `${(speaking.baseUrl ?? OPENAI).replace(/\/$/, '')}/audio/speech`,
            {
              method: 'POST',
              signal,
              headers: {
                authorization: `Bearer ${credential['openAIApiKey'] ?? ''}`,
                'content-type': 'application/json',
              },
              body: JSON.stringify({
                model: OPENAI_MODEL,
                voice: speaking.voice ?? 'alloy',
                input: text,
                response_format: 'mp3',
              }),
            },
          ),
        { signal },
      ),
    voices: async () => OPENAI_VOICES.map((id) => ({ id, name: id })),
  },
  elevenlabs: {
    model: ELEVENLABS_MODEL,
    speak: (text, { speaking, credential, access, signal }) =>
      askVendor(
        'ElevenLabs',
        () =>
          access.fetch(
            `${ELEVENLABS}/text-to-speech/${encodeURIComponent(speaking.voice ?? FIRST_ELEVENLABS_VOICE)}/stream`,
            {
              method: 'POST',
              signal,
              headers: {
                'xi-api-key': credential['elevenLabsApiKey'] ?? '',
                'content-type': 'application/json',
              },
              body: JSON.stringify({ text, model_id: ELEVENLABS_MODEL }),
            },
          ),
        { signal },
      ),
    async voices({ credential, access, signal }) {
      const headers = { 'xi-api-key': credential['elevenLabsApiKey'] ?? '' }
      const response = await askVendor('ElevenLabs', () => access.fetch(`${ELEVENLABS}/voices`, { headers, signal }), {
        signal,
      })
      const found = Voices.safeParse(parseJson(await response.text()))
      if (!found.success) throw failed('ElevenLabs', "didn't return a list of voices.")
      return found.data.voices.map(({ voice_id: id, name }) => ({ id, name }))
    },
  },
}
