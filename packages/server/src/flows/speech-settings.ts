import { parseJson } from '@chatwright/core'
import { z } from 'zod'

/** Who turns recordings into text, as flows of the older product name them. */
export type HearingName = 'openAIWhisper' | 'groqWhisper' | 'assemblyAiTranscribe' | 'localAISTT'

export interface Hearing {
  provider: HearingName
  credentialId: string | undefined
  baseUrl: string | undefined
  model: string | undefined
  language: string | undefined
  prompt: string | undefined
  temperature: string | undefined
}

export interface Speaking {
  provider: 'openai' | 'elevenlabs'
  credentialId: string
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
  const rest = { credentialId, baseUrl, model, language, prompt, temperature }
  if (provider === 'localAISTT') return baseUrl === undefined ? undefined : { provider, ...rest }
  if (provider !== 'openAIWhisper' && provider !== 'groqWhisper' && provider !== 'assemblyAiTranscribe')
    return undefined
  return credentialId === undefined ? undefined : { provider, ...rest }
}

/** What a flow's answers are spoken with; nothing until it could work. */
export function speakingOf(column: string | null): Speaking | undefined {
  const active = activeProvider(column)
  if (!active || active.credentialId === undefined) return undefined
  const { name: provider, credentialId, baseUrl, voice, autoPlay: isAutoPlayed } = active
  return provider === 'openai' || provider === 'elevenlabs'
    ? { provider, credentialId, baseUrl, voice, isAutoPlayed }
    : undefined
}

function activeProvider(column: string | null) {
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
