import { parseJson, RecentValues } from '@chatwright/core'
import { z } from 'zod'
import type { FlowSettings } from '../../door/http/flow-head.ts'

const Enabled = z.looseObject({ name: z.string(), enabled: z.boolean().catch(false) })

const ApiConfig = z.looseObject({
  rateLimit: z
    .looseObject({
      status: z.boolean().optional(),
      limitMax: z.coerce.number().int().min(1),
      limitDuration: z.coerce.number().min(1),
      limitMsg: z.string().optional(),
    })
    .optional()
    .catch(undefined),
  overrideConfig: z
    .looseObject({
      status: z.boolean().catch(false),
      nodes: z.record(z.string(), z.array(Enabled)).catch({}),
      variables: z.array(Enabled).catch([]),
    })
    .optional()
    .catch(undefined),
})

const ChatbotConfig = z.looseObject({
  allowedOrigins: z.array(z.string()).catch([]),
  allowedOriginsError: z.string().optional().catch(undefined),
  recording: z.looseObject({ status: z.boolean() }).optional().catch(undefined),
})

const CACHED = 500
const parsed = new RecentValues<FlowSettings>(CACHED)

/** Reads both settings texts; the same texts are read once. */
export function readFlowSettings(apiConfig: string | null, chatbotConfig: string | null): FlowSettings {
  const key = `${apiConfig ?? ''}\n${chatbotConfig ?? ''}`
  const known = parsed.get(key)
  if (known) return known
  const settings = parseSettings(readJson(apiConfig), readJson(chatbotConfig))
  parsed.set(key, settings)
  return settings
}

function parseSettings(apiConfig: unknown, chatbotConfig: unknown): FlowSettings {
  const api = ApiConfig.catch({}).parse(apiConfig)
  const chatbot = ChatbotConfig.catch({ allowedOrigins: [] }).parse(chatbotConfig)
  const limit = api.rateLimit?.status === false ? undefined : api.rateLimit
  const nodes = Object.entries(api.overrideConfig?.nodes ?? {})
  return {
    allowedOrigins: chatbot.allowedOrigins.map((origin) => origin.trim()).filter((origin) => origin !== ''),
    allowedOriginsError: chatbot.allowedOriginsError || undefined,
    rateLimit: limit && {
      max: limit.limitMax,
      durationSeconds: limit.limitDuration,
      message: limit.limitMsg || undefined,
    },
    overrides: {
      isOpen: api.overrideConfig?.status ?? false,
      inputs: new Map(nodes.map(([node, inputs]) => [node, namesOf(inputs)])),
      variables: namesOf(api.overrideConfig?.variables ?? []),
    },
    isRecorded: chatbot.recording?.status !== false,
    chatbot,
  }
}

function namesOf(entries: readonly z.infer<typeof Enabled>[]): Set<string> {
  return new Set(entries.filter(({ enabled }) => enabled).map(({ name }) => name))
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? {} : parseJson(text)
  } catch {
    return {}
  }
}
