import { parseConfig, readStarterPrompts } from '../../../lib/bot-config/bot-config.ts'
import { asNumber, asObject, asText, objectsIn } from '../../../lib/prediction/read-json.ts'
import type { JsonObject } from '../../../lib/prediction/read-json.ts'

export interface RateLimit {
  isOn: boolean
  max: string
  seconds: string
  message: string
}

export interface AllowedOrigins {
  origins: string[]
  message: string
}

export interface LeadsConfig {
  isOn: boolean
  title: string
  successMessage: string
  name: boolean
  email: boolean
  phone: boolean
}

export interface FileUploadConfig {
  isOn: boolean
  types: string[]
}

/** The parts of a flow's settings that the dialog edits, one reader and one patch for each. */
export const rateLimit = {
  read(apiConfig: string | null): RateLimit {
    const limit = asObject(parseConfig(apiConfig)['rateLimit']) ?? {}
    const max = words(limit['limitMax'])
    return {
      isOn: limit['status'] === undefined ? max !== '' : limit['status'] === true,
      max,
      seconds: words(limit['limitDuration']),
      message: words(limit['limitMsg']),
    }
  },
  /** Whether somebody chose a limit, or to have none. */
  isDecided: (apiConfig: string | null): boolean => asObject(parseConfig(apiConfig)['rateLimit']) !== undefined,
  patch: ({ isOn, max, seconds, message }: RateLimit): JsonObject => ({
    rateLimit: { status: isOn, limitMax: max, limitDuration: seconds, limitMsg: message },
  }),
}

export const allowedOrigins = {
  read(chatbotConfig: string | null): AllowedOrigins {
    const config = parseConfig(chatbotConfig)
    const origins = config['allowedOrigins']
    return {
      origins: Array.isArray(origins) ? origins.map(String).filter((origin) => origin.trim() !== '') : [],
      message: words(config['allowedOriginsError']),
    }
  },
  patch: ({ origins, message }: AllowedOrigins): JsonObject => ({
    allowedOrigins: origins.map((origin) => origin.trim()).filter((origin) => origin !== ''),
    allowedOriginsError: message,
  }),
}

export const starterPrompts = {
  read: (chatbotConfig: string | null): string[] => readStarterPrompts(parseConfig(chatbotConfig)['starterPrompts']),
  patch: (prompts: readonly string[]): JsonObject => ({
    starterPrompts: Object.fromEntries(
      prompts
        .filter((prompt) => prompt.trim() !== '')
        .map((prompt, index) => [String(index), { prompt: prompt.trim() }]),
    ),
  }),
}

export const feedback = {
  read: (chatbotConfig: string | null): boolean => isOn(parseConfig(chatbotConfig)['chatFeedback']),
  patch: (status: boolean): JsonObject => ({ chatFeedback: { status } }),
}

/** Runs are recorded unless their flow is left out. */
export const recording = {
  read: (chatbotConfig: string | null): boolean =>
    asObject(parseConfig(chatbotConfig)['recording'])?.['status'] !== false,
  patch: (status: boolean): JsonObject => ({ recording: { status } }),
}

export const leads = {
  read(chatbotConfig: string | null): LeadsConfig {
    const config = asObject(parseConfig(chatbotConfig)['leads']) ?? {}
    return {
      isOn: config['status'] === true,
      title: words(config['title']),
      successMessage: words(config['successMessage']),
      name: config['name'] === true,
      email: config['email'] === true,
      phone: config['phone'] === true,
    }
  },
  patch: ({ isOn: status, ...rest }: LeadsConfig): JsonObject => ({ leads: { status, ...rest } }),
}

export const fileUpload = {
  read(chatbotConfig: string | null): FileUploadConfig {
    const config = asObject(parseConfig(chatbotConfig)['fullFileUpload']) ?? {}
    const types = words(config['allowedUploadFileTypes'])
    return { isOn: config['status'] === true, types: types === '' ? [] : types.split(',').map((type) => type.trim()) }
  },
  patch: ({ isOn: status, types }: FileUploadConfig): JsonObject => ({
    fullFileUpload: { status, allowedUploadFileTypes: types.join(',') },
  }),
}

export interface OverrideConfig {
  isOn: boolean
  /** `<node label>/<input name>` of what is open. */
  open: ReadonlySet<string>
}

export interface OverridableEntry {
  node: string
  label: string
  name: string
  type: string
}

export const overrides = {
  read(apiConfig: string | null): OverrideConfig {
    const config = asObject(parseConfig(apiConfig)['overrideConfig']) ?? {}
    const nodes = Object.entries(asObject(config['nodes']) ?? {})
    const open = nodes.flatMap(([node, inputs]) =>
      objectsIn(inputs)
        .filter((input) => input['enabled'] === true)
        .map((input) => overrideKey({ node, name: asText(input['name']) ?? '' })),
    )
    return { isOn: config['status'] === true, open: new Set(open) }
  },
  /** Variables that another client opened stay as they are. */
  patch(
    { isOn: status, open }: OverrideConfig,
    { entries, current }: { entries: readonly OverridableEntry[]; current: JsonObject },
  ): JsonObject {
    const nodes: Record<string, JsonObject[]> = {}
    for (const { node, label, name, type } of entries) {
      ;(nodes[node] ??= []).push({ label, name, type, enabled: open.has(overrideKey({ node, name })) })
    }
    return { overrideConfig: { ...asObject(current['overrideConfig']), status, nodes } }
  },
}

export function overrideKey({ node, name }: { node: string; name: string }): string {
  return `${node}/${name}`
}

function isOn(value: unknown): boolean {
  return asObject(value)?.['status'] === true
}

function words(value: unknown): string {
  const number = asNumber(value)
  return number === undefined ? (asText(value) ?? '') : String(number)
}
