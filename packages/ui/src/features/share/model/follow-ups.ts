import type { Chatflow, ChatflowChanges } from '@chatwright/contract'

import { parseConfig } from '../../../lib/bot-config/bot-config.ts'
import { asObject, asText } from '../../../lib/prediction/read-json.ts'

export interface FollowUpsConfig {
  isOn: boolean
  modelName: string
  prompt: string
}

type Columns = Pick<Chatflow, 'chatbotConfig' | 'followUpPrompts'>

/** One setting in two columns: the chat's says whether suggestions are shown, the flow's own how they are made. */
export function readFollowUps({ chatbotConfig, followUpPrompts }: Columns): FollowUpsConfig {
  const shown = asObject(parseConfig(chatbotConfig)['followUpPrompts'])
  const config = parseConfig(followUpPrompts)
  // Flows of other products keep the words under the name of a provider.
  const provider = asText(config['selectedProvider'])
  const own = provider === undefined ? config : (asObject(config[provider]) ?? {})
  return {
    isOn: shown?.['status'] === true && config['status'] !== false,
    modelName: provider === undefined ? (asText(own['modelName']) ?? '') : '',
    prompt: asText(own['prompt']) ?? '',
  }
}

export function followUpsChange({ isOn, modelName, prompt }: FollowUpsConfig): (current: Columns) => ChatflowChanges {
  return ({ chatbotConfig }) => ({
    chatbotConfig: JSON.stringify({ ...parseConfig(chatbotConfig), followUpPrompts: { status: isOn } }),
    followUpPrompts: JSON.stringify({
      status: isOn,
      ...(modelName.trim() !== '' && { modelName: modelName.trim() }),
      ...(prompt.trim() !== '' && { prompt: prompt.trim() }),
    }),
  })
}
