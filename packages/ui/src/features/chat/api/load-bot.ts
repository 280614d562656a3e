import { getPublicChatflow, routeUrl } from '@chatwright/contract'

import { reach } from '../../../lib/api.ts'
import { readApiError } from '../../../lib/api-error.ts'

export interface Bot {
  id: string
  name: string
  needsKey: boolean
  chatbotConfig: string | null
}

/**
 * The flow behind a public page; the owner is answered about a private one too. Others get the refusal, and are asked to
 * sign in only when they want to.
 */
export async function loadBot(id: string, signal: AbortSignal): Promise<Bot> {
  const response = await reach(routeUrl(getPublicChatflow, { params: { id } }), { signal })
  if (!response.ok) throw await readApiError(response)
  return (await response.json()) as Bot
}
