import {
  hearers,
  isHearer,
  isSpeaker,
  parseJson,
  speakers,
  type HearerName,
  type SpeakerName,
  type SpeechProvider,
} from '@chatwright/core'
import { z } from 'zod'

export interface Hearing {
  provider: HearerName
  credentialId: string | undefined
  baseUrl: string | undefined
  model: string | undefined
  language: string | undefined
  prompt: string | undefined
  temperature: string | undefined
}

export interface Speaking {
  provider: SpeakerName
  credentialId: string | undefined
  baseUrl: string | undefined
  voice: string | undefined
  isAutoPlayed: boolean
}

const Text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim() || undefined)
  .optional()
  .catch(undefined)
const Provider = z.looseObject({
  status: z.boolean().catch(false),
  credentialId: Text,
  baseUrl: Text,
  model: Text,
  language: Text,
  prompt: Text,
  temperature: Text,
  voice: Text,
  autoPlay: z.boolean().catch(false),
})
const Providers = z.record(z.string(), z.unknown()).catch({})

/** What a flow's recordings are heard with; nothing until it could work. */
export function hearingOf(column: string | null): Hearing | undefined {
  const active = activeProvider(column)
  if (!active) return undefined
  const { name: provider, credentialId, baseUrl, model, language, prompt, temperature } = active
  if (!isHearer(provider) || lacks(active, hearers[provider])) return undefined
  return { provider, credentialId, baseUrl, model, language, prompt, temperature }
}

/** What a flow's answers are spoken with; nothing until it could work. */
export function speakingOf(column: string | null): Speaking | undefined {
  const active = activeProvider(column)
  if (!active) return undefined
  const { name: provider, credentialId, baseUrl, voice, autoPlay: isAutoPlayed } = active
  if (!isSpeaker(provider) || lacks(active, speakers[provider])) return undefined
  return { provider, credentialId, baseUrl, voice, isAutoPlayed }
}

function lacks(active: z.infer<typeof Provider>, { needs }: SpeechProvider): boolean {
  return needs.some((field) => active[field] === undefined)
}

/** The provider that is switched on, whether it is known here or not. */
export function activeProvider(column: string | null) {
  for (const [name, value] of Object.entries(Providers.parse(readJson(column)))) {
    const provider = Provider.safeParse(value).data
    if (provider?.status) return { name, ...provider }
  }
  return undefined
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? {} : parseJson(text)
  } catch {
    return {}
  }
}
