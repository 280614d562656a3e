import type { Chatflow, ChatflowChanges } from '@chatwright/contract'

import { parseConfig } from '../../../lib/bot-config/bot-config.ts'
import { asObject, asText } from '../../../lib/prediction/read-json.ts'

export const OFF = 'none'

export interface SpeechConfig {
  /** The name of a provider, known here or not, or `none`. */
  provider: string
  fields: Readonly<Record<string, string>>
  autoPlay: boolean
}

type Column = 'speechToText' | 'textToSpeech'
const FIELDS = ['credentialId', 'baseUrl', 'model', 'language', 'voice'] as const

/** The provider that is switched on, with what is stored for it. */
export function readSpeech(column: string | null): SpeechConfig {
  const providers = parseConfig(column)
  const provider = Object.keys(providers).find((name) => asObject(providers[name])?.['status'] === true) ?? OFF
  return speechOf(column, provider)
}

/** What is stored for a provider, switched on or not. */
export function speechOf(column: string | null, provider: string): SpeechConfig {
  const stored = asObject(parseConfig(column)[provider]) ?? {}
  const fields = Object.fromEntries(FIELDS.map((name) => [name, asText(stored[name]) ?? '']))
  return { provider, fields, autoPlay: stored['autoPlay'] === true }
}

/** Switches one provider on and the others off; whatever else is stored for them stays. */
export function speechChange(column: Column, config: SpeechConfig): (current: Chatflow) => ChatflowChanges {
  return (current) => {
    const stored = parseConfig(current[column])
    const others = Object.fromEntries(
      Object.entries(stored).map(([name, value]) => [name, { ...asObject(value), status: false }]),
    )
    const { provider, fields, autoPlay } = config
    const own = {
      ...asObject(stored[provider]),
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()])),
      ...(column === 'textToSpeech' && { autoPlay }),
      status: true,
    }
    return { [column]: JSON.stringify(provider === OFF ? others : { ...others, [provider]: own }) }
  }
}
