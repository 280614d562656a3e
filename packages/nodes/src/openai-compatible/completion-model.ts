import type { ChatModel, Message, ModelRequest } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { serverSentEvents } from '../providers/framing.ts'
import { streamEvents } from '../providers/stream-events.ts'
import { wholeFrame } from '../providers/whole-answer.ts'
import { ChatDecoder } from './chat-decoder.ts'

export interface CompletionSettings {
  endpoint: Endpoint
  modelName: string
  parameters: Readonly<Record<string, unknown>>
  isStreaming: boolean
}

/** A model that continues one text. */
export function completionModel(settings: CompletionSettings): ChatModel {
  const { endpoint, isStreaming } = settings
  return {
    kind: 'chat-model',
    modelName: settings.modelName,
    style: 'completion',
    canCallTools: false,
    canSeeImages: false,
    stream(request, run) {
      const call = { endpoint, path: 'completions', body: requestBody(request, settings), signal: run.signal }
      return isStreaming
        ? streamEvents(call, { framing: serverSentEvents, decoder: () => new ChatDecoder(endpoint) })
        : wholeFrame(call, new ChatDecoder(endpoint))
    },
  }
}

/** A single message is the text itself; a conversation becomes lines that end where the model goes on. */
export function completionPrompt(messages: readonly Message[]): string {
  const [only] = messages
  if (only && messages.length === 1) return messageText(only.content)
  const lines = messages.map(({ role, content }) => `${speakers[role]}${messageText(content)}`)
  return `${lines.join('\n\n')}\n\nAssistant:`
}

const speakers: Record<Message['role'], string> = {
  system: '',
  user: 'Human: ',
  assistant: 'Assistant: ',
  tool: 'Tool: ',
}

function requestBody({ messages, stop }: ModelRequest, settings: CompletionSettings): object {
  return {
    model: settings.modelName,
    prompt: completionPrompt(messages),
    ...settings.parameters,
    ...(stop?.length && { stop }),
    ...(settings.isStreaming && { stream: true, stream_options: { include_usage: true } }),
  }
}
