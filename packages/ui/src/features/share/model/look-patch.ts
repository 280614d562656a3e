import type { BotLook } from '../../../lib/bot-config/bot-config.ts'
import { asObject } from '../../../lib/prediction/read-json.ts'
import type { JsonObject } from '../../../lib/prediction/read-json.ts'

/** The look as the keys of the stored config; what other products keep under the same objects stays. */
export function lookPatch(look: BotLook, current: JsonObject): JsonObject {
  const { botMessage, userMessage, textInput, generateNewSession, ...plain } = look
  return {
    ...plain,
    generateNewSession,
    botMessage: { ...asObject(current['botMessage']), ...botMessage },
    userMessage: { ...asObject(current['userMessage']), ...userMessage },
    textInput: { ...asObject(current['textInput']), ...textInput },
    overrideConfig: { ...asObject(current['overrideConfig']), generateNewSession },
  }
}
