import type { ChatModel, ModelRequest, ModelSetting, Sampling, ToolChoice } from '@chatwright/core'
import { leastTokens } from '../model-values/least-tokens.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { serverSentEvents } from '../providers/framing.ts'
import { streamEvents } from '../providers/stream-events.ts'
import { wholeFrame } from '../providers/whole-answer.ts'
import { ChatDecoder } from './chat-decoder.ts'
import { chatMessages, chatTools } from './chat-messages.ts'

export interface ChatModelSettings {
  endpoint: Endpoint
  /** `chat/completions` unless the vendor has its own place. */
  path?: string
  modelName: string
  /** Sent with every request; what is undefined is left out. */
  parameters: Readonly<Record<string, unknown>>
  isStreaming?: boolean
  canSeeImages?: boolean
  /** Sent instead when the model may call tools. */
  toolParameters?: Readonly<Record<string, unknown>> | undefined
  /** The model refuses a request that names texts to stop at. */
  refusesStop?: boolean
  canCallTools?: boolean
  /** Ask the vendor to hold tool calls to their schema. */
  hasStrictTools?: boolean
  /** Some compatible servers refuse the option that asks for usage. */
  reportsUsage?: boolean
  /** The vendor can promise JSON of a given shape. */
  hasResponseSchema?: boolean
}

/** A chat model behind any endpoint that speaks OpenAI's chat completions. */
export function chatModel(settings: ChatModelSettings): ChatModel {
  const { endpoint, path = 'chat/completions', isStreaming = true } = settings
  return {
    kind: 'chat-model',
    modelName: settings.modelName,
    style: 'chat',
    canCallTools: settings.canCallTools ?? true,
    canSeeImages: settings.canSeeImages ?? false,
    settings: settingsOf(settings),
    stream(request, run) {
      const call = { endpoint, path, body: requestBody(request, settings), signal: run.signal }
      return isStreaming
        ? streamEvents(call, { framing: serverSentEvents, decoder: () => new ChatDecoder(endpoint) })
        : wholeFrame(call, new ChatDecoder(endpoint))
    },
  }
}

function requestBody(request: ModelRequest, settings: ChatModelSettings): object {
  const { isStreaming = true, reportsUsage = true, hasStrictTools = false, hasResponseSchema = false } = settings
  const { tools = [], toolChoice, stop, responseSchema } = request
  return {
    model: settings.modelName,
    messages: chatMessages(request.messages),
    ...settings.parameters,
    ...samplingParameters(request.sampling, settings.parameters),
    ...(tools.length > 0 && {
      tools: chatTools(tools, hasStrictTools),
      // What every vendor does by itself, and some know no word for.
      tool_choice: toolChoice === 'auto' ? undefined : chosenTool(toolChoice),
      ...settings.toolParameters,
    }),
    ...(stop?.length && !settings.refusesStop && { stop }),
    ...(responseSchema &&
      hasResponseSchema && {
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: responseSchema } },
      }),
    ...(isStreaming && { stream: true }),
    ...(isStreaming && reportsUsage && { stream_options: { include_usage: true } }),
  }
}

function chosenTool(choice: ToolChoice | undefined): unknown {
  return typeof choice === 'object' ? { type: 'function', function: choice } : choice
}

/** Reasoning models refuse what decides how others write. */
function settingsOf({ refusesStop = false, hasResponseSchema = false }: ChatModelSettings): ModelSetting[] {
  return [
    'maxTokens',
    'namedTool',
    ...(refusesStop ? [] : (['temperature', 'topP', 'seed', 'presencePenalty', 'frequencyPenalty', 'stop'] as const)),
    ...(hasResponseSchema ? (['responseSchema'] as const) : []),
  ]
}

function samplingParameters(
  sampling: Sampling | undefined,
  own: ChatModelSettings['parameters'],
): Record<string, unknown> {
  if (!sampling) return {}
  const { temperature, topP, maxTokens, seed, presencePenalty, frequencyPenalty } = sampling
  const length = 'max_completion_tokens' in own ? 'max_completion_tokens' : 'max_tokens'
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxTokens !== undefined && { [length]: leastTokens(own[length], maxTokens) }),
    ...(seed !== undefined && { seed }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
  }
}
