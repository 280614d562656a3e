import type { ChatModel, ModelRequest } from '@chatwright/core'
import { leastTokens } from '../model-values/least-tokens.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { serverSentEvents } from '../providers/framing.ts'
import { requestJson } from '../providers/request-json.ts'
import { streamEvents } from '../providers/stream-events.ts'
import { wholeAnswer } from '../providers/whole-answer.ts'
import { functionTools, inputItems } from './input-items.ts'
import { ResponseDecoder } from './response-decoder.ts'
import type { WholeResponse } from './wire.ts'

export interface ResponsesSettings {
  endpoint: Endpoint
  modelName: string
  maxTokens?: number | undefined
  /** How hard the model thinks; the model's own measure when nothing is said. */
  effort?: string | undefined
  /** Ask for a summary of the thinking, in this much detail. */
  summary?: string | undefined
  /** Of models that do not think. */
  temperature?: number | undefined
  topP?: number | undefined
  isReasoning: boolean
  isStreaming: boolean
  canSeeImages: boolean
  hasStrictTools: boolean
  /** Tools that OpenAI runs itself, by the names it gives them. */
  vendorTools?: readonly string[]
}

export const VENDOR_TOOLS = ['web_search_preview', 'code_interpreter', 'image_generation']

/** OpenAI's models in the API that lets them think and call tools at once, and use tools of OpenAI's own: the older one does neither. */
export function responsesModel(settings: ResponsesSettings): ChatModel {
  const { endpoint, isStreaming } = settings
  return {
    kind: 'chat-model',
    modelName: settings.modelName,
    style: 'chat',
    canCallTools: true,
    canSeeImages: settings.canSeeImages,
    settings: [
      'maxTokens',
      'namedTool',
      'responseSchema',
      ...(settings.isReasoning ? [] : (['temperature', 'topP'] as const)),
    ],
    vendorTools: { names: VENDOR_TOOLS, use: (vendorTools) => responsesModel({ ...settings, vendorTools }) },
    stream(request, run) {
      const call = { endpoint, path: 'responses', body: requestBody(request, settings), signal: run.signal }
      return isStreaming
        ? streamEvents(call, {
            framing: serverSentEvents,
            decoder: () => new ResponseDecoder(endpoint),
            hasMedia: true,
          })
        : wholeAnswer(
            endpoint,
            () => requestJson<WholeResponse>(call),
            (body, events) => new ResponseDecoder(endpoint).read(body, events),
          )
    },
  }
}

function requestBody(request: ModelRequest, settings: ResponsesSettings): object {
  const { tools = [], toolChoice, responseSchema } = request
  const { effort, summary, isReasoning } = settings
  const offered = [...functionTools(tools, settings.hasStrictTools), ...vendorTools(settings.vendorTools ?? [])]
  return {
    model: settings.modelName,
    input: inputItems(request.messages),
    // Conversations are kept here and nowhere else.
    store: false,
    ...(isReasoning
      ? { include: ['reasoning.encrypted_content'] }
      : {
          temperature: request.sampling?.temperature ?? settings.temperature,
          top_p: request.sampling?.topP ?? settings.topP,
        }),
    max_output_tokens: leastTokens(settings.maxTokens, request.sampling?.maxTokens),
    ...((effort ?? summary) && { reasoning: { effort, summary } }),
    ...(offered.length > 0 && {
      tools: offered,
      tool_choice: typeof toolChoice === 'object' ? { type: 'function', ...toolChoice } : toolChoice,
    }),
    ...(responseSchema && {
      text: { format: { type: 'json_schema', name: 'answer', schema: responseSchema, strict: false } },
    }),
    ...(settings.isStreaming && { stream: true }),
  }
}

function vendorTools(names: readonly string[]): object[] {
  return names.map((type) => ({ type, ...(type === 'code_interpreter' && { container: { type: 'auto' } }) }))
}
