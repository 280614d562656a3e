import { getChatflow, updateChatflow } from '@chatwright/contract'
import type { Chatflow, ChatflowChanges } from '@chatwright/contract'

import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { parseConfig } from '../../../lib/bot-config/bot-config.ts'
import type { JsonObject } from '../../../lib/prediction/read-json.ts'

/**
 * Changes a flow's settings on top of what is stored this very moment, so that nothing another tab or another part of
 * the dialog saved meanwhile is undone.
 */
export async function patchChatflow(
  id: string,
  change: (current: Chatflow) => ChatflowChanges,
  tries = 3,
): Promise<Chatflow> {
  const current = await call(getChatflow, { params: { id } })
  try {
    return await call(updateChatflow, { params: { id }, body: { ...change(current), version: current.version } })
  } catch (error) {
    const wasFaster = error instanceof ApiError && error.code === 'chatflow-changed'
    if (!wasFaster || tries <= 1) throw error
    return patchChatflow(id, change, tries - 1)
  }
}

/** A change of some keys of one of the JSON settings; all other keys stay. */
export function patchJson(
  column: 'chatbotConfig' | 'apiConfig',
  patch: (current: JsonObject) => JsonObject,
): (current: Chatflow) => ChatflowChanges {
  return (chatflow) => {
    const current = parseConfig(chatflow[column])
    return { [column]: JSON.stringify({ ...current, ...patch(current) }) }
  }
}
