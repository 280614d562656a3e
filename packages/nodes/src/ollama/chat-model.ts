import {
  NodeError,
  type ChatModel,
  type ContentPart,
  type Message,
  type ModelRequest,
  type Sampling,
} from '@chatwright/core'
import { leastTokens } from '../model-values/least-tokens.ts'
import { messageText } from '../model-values/message-text.ts'
import { chatTools } from '../openai-compatible/chat-messages.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { jsonLines } from '../providers/framing.ts'
import { streamEvents } from '../providers/stream-events.ts'
import { wholeFrame } from '../providers/whole-answer.ts'
import { LineDecoder } from './line-decoder.ts'

export interface OllamaSettings {
  endpoint: Endpoint
  modelName: string
  options: Readonly<Record<string, unknown>>
  keepAlive?: string | undefined
  isThinking: boolean
  isJson: boolean
  isStreaming: boolean
  canSeeImages: boolean
}

export function ollamaModel(settings: OllamaSettings): ChatModel {
  const { endpoint, isStreaming } = settings
  return {
    kind: 'chat-model',
    modelName: settings.modelName,
    style: 'chat',
    canCallTools: true,
    canSeeImages: settings.canSeeImages,
    settings: [
      'temperature',
      'topP',
      'maxTokens',
      'seed',
      'presencePenalty',
      'frequencyPenalty',
      'stop',
      'responseSchema',
    ],
    async *stream(request, run) {
      const call = { endpoint, path: 'api/chat', body: requestBody(request, settings), signal: run.signal }
      try {
        yield* isStreaming
          ? streamEvents(call, { framing: jsonLines, decoder: () => new LineDecoder(endpoint) })
          : wholeFrame(call, new LineDecoder(endpoint))
      } catch (error) {
        throw explain(error, settings)
      }
    },
  }
}

function requestBody(request: ModelRequest, settings: OllamaSettings): object {
  const { tools = [], toolChoice, stop, responseSchema } = request
  const names = new Map(request.messages.flatMap((each) => (each.toolCalls ?? []).map((call) => [call.id, call.name])))
  return {
    model: settings.modelName,
    messages: request.messages.map((message) => messageParam(message, names)),
    stream: settings.isStreaming,
    options: {
      ...settings.options,
      ...samplingOptions(request.sampling, settings.options),
      ...(stop?.length && { stop }),
    },
    ...(settings.keepAlive && { keep_alive: settings.keepAlive }),
    // Said either way: models that can think do so unless told not to.
    think: settings.isThinking,
    // It knows no word for "no tools now".
    ...(tools.length > 0 && toolChoice !== 'none' && { tools: chatTools(tools, false) }),
    ...(responseSchema ? { format: responseSchema } : settings.isJson && { format: 'json' }),
  }
}

function messageParam(message: Message, names: ReadonlyMap<string, string>): object {
  const images = typeof message.content === 'string' ? [] : message.content.flatMap(imageOf)
  return {
    role: message.role,
    content: messageText(message.content),
    ...(images.length > 0 && { images }),
    ...(message.toolCalls?.length && {
      tool_calls: message.toolCalls.map((call) => ({ function: { name: call.name, arguments: call.input } })),
    }),
    ...(message.role === 'tool' && { tool_name: names.get(message.toolCallId ?? '') }),
  }
}

function imageOf(part: ContentPart): string[] {
  return part.type === 'image' ? [part.data] : []
}

/** The two things that go wrong on one's own machine have one command each. */
function explain(error: unknown, { modelName, endpoint }: OllamaSettings): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'not-found') {
    return new NodeError(`Ollama at ${endpoint.baseUrl} doesn't have the model ${modelName}.`, {
      code: 'not-found',
      hint: `Run "ollama pull ${modelName}" on that machine, or choose an installed model.`,
      field: 'modelName',
      status: 404,
      cause: error,
    })
  }
  if (error.code === 'unreachable') {
    return new NodeError(`Ollama doesn't respond at ${endpoint.baseUrl}.`, {
      code: 'unreachable',
      hint: 'Run "ollama serve" to start it, and check the address.',
      field: 'baseUrl',
      isRetryable: true,
      cause: error,
    })
  }
  return error
}

function samplingOptions(sampling: Sampling | undefined, own: OllamaSettings['options']): Record<string, unknown> {
  if (!sampling) return {}
  const { temperature, topP, maxTokens, seed, presencePenalty, frequencyPenalty } = sampling
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxTokens !== undefined && { num_predict: leastTokens(own['num_predict'], maxTokens) }),
    ...(seed !== undefined && { seed }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
  }
}
