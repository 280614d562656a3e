import { parseJson } from '@chatwright/core'
import { z } from 'zod'
import type { FlowHead } from '../../flows/flows/flow-library.ts'

/** How a flow's owner wants suggestions of what to ask next. */
export interface FollowUpSettings {
  /** What the model is told, with `{history}` where the exchange goes; ours when missing. */
  prompt?: string
  /** Another model of the same vendor than the one that answers. */
  modelName?: string
}

const Own = z.looseObject({
  prompt: z.string().trim().min(1).max(10_000).optional().catch(undefined),
  modelName: z.string().trim().min(1).max(200).optional().catch(undefined),
})

const Config = Own.extend({
  status: z.boolean().optional().catch(undefined),
  selectedProvider: z.string().optional().catch(undefined),
})

/**
 * The chat's settings switch suggestions on, the flow's own column says how. Flows of other products name a provider
 * there, with a credential that did not come along: of that, the words are kept and the flow's own model is asked.
 */
export function followUpSettingsOf({
  settings,
  follow_up_prompts: column,
}: Pick<FlowHead, 'settings' | 'follow_up_prompts'>): FollowUpSettings | undefined {
  const shown = settings.chatbot['followUpPrompts'] as { status?: unknown } | undefined
  if (shown?.status !== true) return undefined
  const config = Config.catch({}).parse(readJson(column))
  if (config.status === false) return undefined
  const { selectedProvider } = config
  const { prompt, modelName } =
    selectedProvider === undefined
      ? config
      : { prompt: Own.catch({}).parse(config[selectedProvider]).prompt, modelName: undefined }
  return { ...(prompt !== undefined && { prompt }), ...(modelName !== undefined && { modelName }) }
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? {} : parseJson(text)
  } catch {
    return {}
  }
}
