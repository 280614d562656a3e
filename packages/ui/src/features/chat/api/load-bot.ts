import { getChatflow, getPublicChatflow, routeUrl } from '@chatwright/contract'

import { call, reach } from '../../../lib/api.ts'
import { readApiError } from '../../../lib/api-error.ts'
import { storedSession } from '../../../lib/session.ts'

export interface Bot {
  id: string
  name: string
  needsKey: boolean
  chatbotConfig: string | null
}

/**
 * The flow behind a public page. A private one is opened for whoever is signed in; others get the refusal, and are asked
 * to sign in only when they want to.
 */
export async function loadBot(id: string, signal: AbortSignal): Promise<Bot> {
  const response = await reach(routeUrl(getPublicChatflow, { params: { id } }), { signal })
  if (response.ok) return (await response.json()) as Bot
  const refusal = await readApiError(response)
  if (refusal.status !== 401 || !storedSession()) throw refusal
  const { name, apikeyid, chatbotConfig } = await call(getChatflow, { params: { id }, signal })
  return { id, name, needsKey: apikeyid !== null, chatbotConfig }
}
