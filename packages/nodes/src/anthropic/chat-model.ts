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
}

export function anthropicModel(settings: AnthropicSettings): ChatModel {
  const { endpoint, isStreaming } = settings
  return {
    kind: 'chat-model',
    modelName: settings.modelName,
    style: 'chat',
    canCallTools: true,
    canSeeImages: settings.canSeeImages,
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
  return {
    model: settings.modelName,
    ...messageParams(request.messages),
    ...parameters,
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(tools.length > 0 && { tools: toolParams(tools), tool_choice: toolChoices[toolChoice] }),
    ...(stop?.length && { stop_sequences: stop }),
    ...(settings.isStreaming && { stream: true }),
  }
}
