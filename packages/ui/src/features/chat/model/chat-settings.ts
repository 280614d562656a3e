import { readStarterPrompts } from '../../../lib/bot-config/bot-config.ts'
import { asNumber, asObject, asText, objectsIn } from '../../../lib/prediction/read-json.ts'
import type { JsonObject } from '../../../lib/prediction/read-json.ts'

export interface ChatSettings {
  starterPrompts: string[]
  hasFeedback: boolean
  uploads: UploadRules
  lead: LeadSettings | undefined
  /** Recordings become questions. */
  canRecord: boolean
  /** Answers can be listened to; played by themselves where the owner says so. */
  speech: 'off' | 'on-demand' | 'played'
  /** The form that the flow begins with. */
  form: FormSettings | undefined
}

export interface FormSettings {
  title: string
  description: string
  fields: FormFieldSettings[]
}

export interface FormFieldSettings {
  name: string
  label: string
  type: 'string' | 'number' | 'boolean' | 'options'
  options?: string[]
}

export interface UploadRules {
  rules: UploadRule[]
}

export interface UploadRule {
  use: 'see' | 'read' | 'store'
  types: string[]
  maxMegabytes: number | undefined
}

export interface LeadSettings {
  title: string | undefined
  fields: ('name' | 'email' | 'phone')[]
  successMessage: string | undefined
}

export const noSettings: ChatSettings = {
  starterPrompts: [],
  hasFeedback: false,
  uploads: { rules: [] },
  lead: undefined,
  canRecord: false,
  speech: 'off',
  form: undefined,
}

/** The answer of `public-chatbotConfig`, as the chat uses it. */
export function readChatSettings(config: JsonObject): ChatSettings {
  return {
    starterPrompts: readStarterPrompts(config['starterPrompts']),
    hasFeedback: asObject(config['chatFeedback'])?.['status'] === true,
    uploads: { rules: readUploadRules(config) },
    lead: readLeadSettings(asObject(config['leads'])),
    canRecord: asObject(config['uploads'])?.['isSpeechToTextEnabled'] === true,
    speech: config['isTTSEnabled'] !== true ? 'off' : config['isTTSAutoPlayed'] === true ? 'played' : 'on-demand',
    form: readForm(asObject(config['form'])),
  }
}

function readUploadRules(config: JsonObject): UploadRule[] {
  const uploads = asObject(config['uploads']) ?? {}
  const fullFile = asObject(config['fullFileUpload'])
  const rules: UploadRule[] = []
  if (uploads['isImageUploadAllowed'] === true) rules.push(...readLimits(uploads['imgUploadSizeAndTypes'], 'see'))
  if (fullFile?.['status'] === true) {
    const types = (asText(fullFile['allowedUploadFileTypes']) ?? '*').split(',').map((type) => type.trim())
    rules.push({ use: 'read', types: types.filter((type) => type !== ''), maxMegabytes: undefined })
  } else if (uploads['isRAGFileUploadAllowed'] === true) {
    rules.push(...readLimits(uploads['fileUploadSizeAndTypes'], 'store'))
  }
  return rules
}

function readLimits(limits: unknown, use: UploadRule['use']): UploadRule[] {
  return objectsIn(limits).map((limit) => ({
    use,
    types: Array.isArray(limit['fileTypes']) ? limit['fileTypes'].map(String) : [],
    maxMegabytes: asNumber(limit['maxUploadSize']),
  }))
}

const FIELD_TYPES = ['string', 'number', 'boolean', 'options'] as const

function readForm(form: JsonObject | undefined): FormSettings | undefined {
  if (!form) return undefined
  return {
    title: asText(form['title']) ?? '',
    description: asText(form['description']) ?? '',
    fields: objectsIn(form['fields']).flatMap((field) => {
      const name = asText(field['name'])
      if (name === undefined) return []
      const { options } = field
      return [
        {
          name,
          label: asText(field['label']) ?? name,
          type: FIELD_TYPES.find((type) => type === field['type']) ?? 'string',
          ...(Array.isArray(options) && { options: options.map(String) }),
        },
      ]
    }),
  }
}

function readLeadSettings(leads: JsonObject | undefined): LeadSettings | undefined {
  if (leads?.['status'] !== true) return undefined
  const fields = (['name', 'email', 'phone'] as const).filter((field) => leads[field] === true)
  return fields.length === 0
    ? undefined
    : { title: asText(leads['title']), fields, successMessage: asText(leads['successMessage']) }
}
