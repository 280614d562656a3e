import type { ChatModel, ModelRequest, Sampling, ToolChoice } from '@chatwright/core'
import { leastTokens } from '../model-values/least-tokens.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { serverSentEvents } from '../providers/framing.ts'
import { streamEvents } from '../providers/stream-events.ts'
import { wholeFrame } from '../providers/whole-answer.ts'
import { ContentDecoder } from './content-decoder.ts'
import { contents, functionTools } from './contents.ts'
import { pathSegment } from '../http/path-segment.ts'

export interface GeminiSettings {
  endpoint: Endpoint
  modelName: string
  generationConfig: Readonly<Record<string, unknown>>
  safetySettings: readonly object[]
  isStreaming: boolean
  canSeeImages: boolean
  /** Tools that Google runs itself, by the names it gives them. */
  vendorTools?: readonly string[]
}

const VENDOR_TOOLS = ['urlContext', 'googleSearch', 'codeExecution']

export function geminiModel(settings: GeminiSettings): ChatModel {
  const { endpoint, modelName, isStreaming } = settings
  const model = `models/${pathSegment('Model Name', modelName.replace(/^models\//, ''))}`
  return {
    kind: 'chat-model',
    modelName,
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
      'namedTool',
    ],
    vendorTools: { names: VENDOR_TOOLS, use: (vendorTools) => geminiModel({ ...settings, vendorTools }) },
    stream(request, run) {
      const path = isStreaming ? `${model}:streamGenerateContent?alt=sse` : `${model}:generateContent`
      const call = { endpoint, path, body: requestBody(request, settings), signal: run.signal }
      return isStreaming
        ? streamEvents(call, { framing: serverSentEvents, decoder: () => new ContentDecoder(endpoint), hasMedia: true })
        : wholeFrame(call, new ContentDecoder(endpoint))
    },
  }
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const

function requestBody(request: ModelRequest, settings: GeminiSettings): object {
  const { tools = [], toolChoice = 'auto', stop, responseSchema } = request
  const own = (settings.vendorTools ?? []).map((name) => ({ [name]: {} }))
  return {
    ...contents(request.messages),
    ...((tools.length > 0 || own.length > 0) && { tools: [...(tools.length > 0 ? functionTools(tools) : []), ...own] }),
    ...(tools.length > 0 && { toolConfig: { functionCallingConfig: calling(toolChoice) } }),
    generationConfig: {
      ...settings.generationConfig,
      ...samplingConfig(request.sampling, settings.generationConfig),
      ...(stop?.length && { stopSequences: stop }),
      ...(responseSchema && { responseMimeType: 'application/json', responseJsonSchema: responseSchema }),
    },
    ...(settings.safetySettings.length > 0 && { safetySettings: settings.safetySettings }),
  }
}

function calling(choice: ToolChoice): object {
  return typeof choice === 'object' ? { mode: 'ANY', allowedFunctionNames: [choice.name] } : { mode: modes[choice] }
}

function samplingConfig(
  sampling: Sampling | undefined,
  own: GeminiSettings['generationConfig'],
): Record<string, unknown> {
  if (!sampling) return {}
  const { maxTokens, ...rest } = sampling
  return {
    ...rest,
    ...(maxTokens !== undefined && { maxOutputTokens: leastTokens(own['maxOutputTokens'], maxTokens) }),
  }
}
