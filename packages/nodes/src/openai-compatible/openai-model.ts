import type { ChatModel } from '@chatwright/core'
import { responsesModel, VENDOR_TOOLS } from '../openai-responses/responses-model.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { chatModel, type ChatModelSettings } from './chat-model.ts'
import {
  isReasoningModel,
  openAiParameters,
  refusesToolsWhileThinking,
  type OpenAiTuning,
} from './openai-parameters.ts'

export interface OpenAiSettings
  extends OpenAiTuning, Pick<ChatModelSettings, 'path' | 'reportsUsage' | 'hasResponseSchema' | 'hasStrictTools'> {
  endpoint: Endpoint
  isStreaming: boolean
  canSeeImages?: boolean
  /** Asked at OpenAI's own address, which has the newer API. */
  isOpenAi: boolean
  /** The address knows the newer names of settings. */
  knowsNewNames: boolean
  reasoningSummary?: string | undefined
}

/** A model of OpenAI, in the API that fits it. Servers that only imitate OpenAI are asked in the words all of them know. */
export function openAiModel(settings: OpenAiSettings): ChatModel {
  const { modelName, isOpenAi, knowsNewNames, canSeeImages = false, hasStrictTools = false } = settings
  const isReasoning = isReasoningModel(modelName)
  const inNewerApi = (vendorTools?: readonly string[]): ChatModel =>
    responsesModel({
      ...settings,
      isReasoning,
      canSeeImages,
      hasStrictTools,
      effort: settings.reasoningEffort,
      summary: settings.reasoningSummary,
      ...(vendorTools && { vendorTools }),
    })
  if (isOpenAi && isReasoning) return inNewerApi()
  const model = chatModel({
    ...settings,
    parameters: openAiParameters(settings, { isOpenAi: knowsNewNames }),
    refusesStop: isReasoning,
    ...(refusesToolsWhileThinking(modelName) && { toolParameters: { reasoning_effort: 'none' } }),
  })
  return isOpenAi ? { ...model, vendorTools: { names: VENDOR_TOOLS, use: inNewerApi } } : model
}
