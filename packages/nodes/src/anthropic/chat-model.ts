import type { ChatModel, ModelRequest } from '@chatwright/core'
import type { Endpoint } from '../providers/endpoint.ts'
import { serverSentEvents } from '../providers/framing.ts'
import { requestJson } from '../providers/request-json.ts'
import { streamEvents } from '../providers/stream-events.ts'
import { wholeAnswer } from '../providers/whole-answer.ts'
import { MessageDecoder } from './message-decoder.ts'
import { messageParams, toolParams } from './message-params.ts'
import type { WholeMessage } from './wire.ts'

export interface AnthropicSettings {
  endpoint: Endpoint
  modelName: string
  parameters: Readonly<Record<string, unknown>>
  isStreaming: boolean
  canSeeImages: boolean
  /** Tools that Anthropic runs itself, by the names it gives them. */
  vendorTools?: readonly string[]
}

const WEB_FETCH = 'web_fetch_20250910'
const VENDOR_TOOLS = ['web_search_20250305', WEB_FETCH]
/** Each costs; an agent that never finds enough must not go on for ever. */
const MOST_USES = 8

export function anthropicModel(settings: AnthropicSettings): ChatModel {
  const { endpoint, isStreaming } = settings
  return {
    kind: 'chat-model',
    modelName: settings.modelName,
    style: 'chat',
    canCallTools: true,
    canSeeImages: settings.canSeeImages,
    vendorTools: {
      names: VENDOR_TOOLS,
      use: (vendorTools) =>
        anthropicModel({
          ...settings,
          vendorTools,
          // Pages are read under a name of their own while Anthropic tries that out.
          ...(vendorTools.includes(WEB_FETCH) && {
            endpoint: { ...endpoint, headers: { ...endpoint.headers, 'anthropic-beta': 'web-fetch-2025-09-10' } },
          }),
        }),
    },
    stream(request, run) {
      const call = { endpoint, path: 'v1/messages', body: requestBody(request, settings), signal: run.signal }
      return isStreaming
        ? streamEvents(call, { framing: serverSentEvents, decoder: () => new MessageDecoder(endpoint) })
        : wholeAnswer(
            endpoint,
            () => requestJson<WholeMessage>(call),
            (body, events) => new MessageDecoder(endpoint).read(body, events),
          )
    },
  }
}

const toolChoices = { auto: { type: 'auto' }, none: { type: 'none' }, required: { type: 'any' } } as const

function requestBody(request: ModelRequest, settings: AnthropicSettings): object {
  const { tools = [], toolChoice = 'auto', stop, responseSchema } = request
  const { output_config: outputConfig, ...parameters } = settings.parameters
  const output = {
    ...(outputConfig as object | undefined),
    ...(responseSchema && { format: { type: 'json_schema', schema: responseSchema } }),
  }
  const offered = [...toolParams(tools), ...vendorToolParams(settings.vendorTools ?? [])]
  return {
    model: settings.modelName,
    ...messageParams(request.messages),
    ...parameters,
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(offered.length > 0 && { tools: offered, tool_choice: toolChoices[toolChoice] }),
    ...(stop?.length && { stop_sequences: stop }),
    ...(settings.isStreaming && { stream: true }),
  }
}

/** `web_search_20250305` is the tool `web_search`, as of that day. */
function vendorToolParams(names: readonly string[]): object[] {
  return names.map((type) => ({ type, name: type.replace(/_\d+$/, ''), max_uses: MOST_USES }))
}
