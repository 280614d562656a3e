import { addUsage, type ChatModel, type ModelRequest, type Sampling, type TokenUsage } from '@chatwright/core'
import { leastTokens } from '../model-values/least-tokens.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { serverSentEvents } from '../providers/framing.ts'
import { requestJson } from '../providers/request-json.ts'
import { streamEvents } from '../providers/stream-events.ts'
import { wholeAnswer } from '../providers/whole-answer.ts'
import { MessageDecoder } from './message-decoder.ts'
import { messageParams, toolParams } from './message-params.ts'
import type { ContentBlock, WholeMessage } from './wire.ts'

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

/** How often its own tools may take a break in one turn. */
const MOST_PAUSES = 8

export function anthropicModel(settings: AnthropicSettings): ChatModel {
  const { endpoint, isStreaming } = settings
  return {
    kind: 'chat-model',
    modelName: settings.modelName,
    style: 'chat',
    canCallTools: true,
    canSeeImages: settings.canSeeImages,
    settings: ['temperature', 'topP', 'maxTokens', 'stop', 'responseSchema', 'namedTool'],
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
    async *stream(request, run) {
      const body = requestBody(request, settings)
      const turn: ContentBlock[] = []
      let used: TokenUsage | undefined
      for (let pauses = 0; ; pauses += 1) {
        const asked = turn.length === 0 ? body : withTurn(body, turn)
        const call = { endpoint, path: 'v1/messages', body: asked, signal: run.signal }
        let decoder = new MessageDecoder(endpoint)
        const fresh = () => (decoder = new MessageDecoder(endpoint))
        const events = isStreaming
          ? streamEvents(call, { framing: serverSentEvents, decoder: fresh })
          : wholeAnswer(
              endpoint,
              () => requestJson<WholeMessage>(call),
              (message, into) => decoder.read(message, into),
            )
        for await (const event of events) {
          const goesOn = decoder.isPaused && pauses < MOST_PAUSES
          if (event.type === 'usage') yield { type: 'usage', usage: (used = addUsage(used, event.usage)) }
          else if (event.type !== 'finish' || !goesOn) yield event
        }
        if (!decoder.isPaused || pauses >= MOST_PAUSES) return
        for (const block of decoder.content) turn.push(block)
      }
    },
  }
}

/** The request once more, with what the model has done of this turn: it goes on from there. */
function withTurn(body: RequestBody, content: readonly ContentBlock[]): RequestBody {
  return { ...body, messages: [...body.messages, { role: 'assistant', content: [...content] }] }
}

interface RequestBody extends Record<string, unknown> {
  messages: ReturnType<typeof messageParams>['messages']
}

const toolChoices = { auto: { type: 'auto' }, none: { type: 'none' }, required: { type: 'any' } } as const

function requestBody(request: ModelRequest, settings: AnthropicSettings): RequestBody {
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
    ...samplingParams(request.sampling, parameters),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(offered.length > 0 && {
      tools: offered,
      tool_choice: typeof toolChoice === 'object' ? { type: 'tool', ...toolChoice } : toolChoices[toolChoice],
    }),
    ...(stop?.length && { stop_sequences: stop }),
    ...(settings.isStreaming && { stream: true }),
  }
}

function samplingParams(sampling: Sampling | undefined, own: Record<string, unknown>): Record<string, unknown> {
  if (!sampling) return {}
  const { temperature, topP, maxTokens } = sampling
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(maxTokens !== undefined && { max_tokens: leastTokens(own['max_tokens'], maxTokens) }),
  }
}

/** `web_search_20250305` is the tool `web_search`, as of that day. */
function vendorToolParams(names: readonly string[]): object[] {
  return names.map((type) => ({ type, name: type.replace(/_\d+$/, ''), max_uses: MOST_USES }))
}
