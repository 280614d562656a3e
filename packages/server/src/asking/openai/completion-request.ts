import { CompletionBody } from '@chatwright/contract'
import type { Asker, CallerRequest, ContentPart, Message } from '@chatwright/core'
import type { PredictionRequest } from '../predictions/prediction-service.ts'
import { askedBy } from '../protocols/conversation.ts'
import {
  callerOf,
  expectKnown,
  expectTools,
  fileIn,
  imageIn,
  samplingOf,
  shapeOf,
  toolCallOf,
} from '../protocols/parameters.ts'

type ChatMessage = CompletionBody['messages'][number]

/** What clients send without meaning a change, with the values that change nothing. Any value where none is listed. */
const HARMLESS = {
  metadata: [],
  store: [],
  safety_identifier: [],
  prompt_cache_key: [],
  service_tier: ['auto', 'default'],
  parallel_tool_calls: [true],
  logprobs: [false],
  top_logprobs: [0],
  logit_bias: [{}],
  modalities: [['text']],
}

/** What the parameters of a completion are called, by what they become. */
const NAMES = {
  tools: 'tools',
  since: 'messages',
  toolChoice: 'tool_choice',
  namedTool: 'tool_choice',
  responseSchema: 'response_format',
  stop: 'stop',
  temperature: 'temperature',
  topP: 'top_p',
  seed: 'seed',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
}

/** A completion request as a question to a flow: the user's last message, with everything before it as history. */
export function toQuestion(body: CompletionBody, asker: Asker): Pick<PredictionRequest, 'body' | 'given'> {
  expectKnown(body, CompletionBody.shape, HARMLESS)
  const { question, uploads, history, since } = askedBy(body.messages.map(messageOf), asker, 'messages')
  const { overrideConfig } = body
  return {
    body: { question, uploads, ...(overrideConfig && { overrideConfig }) },
    given: { history, caller: callerIn(body, since) },
  }
}

function callerIn(body: CompletionBody, since: Message[]): CallerRequest | undefined {
  const { tools, tool_choice: choice, response_format: format, stop } = body
  expectTools(tools, choice)
  const maxTokens = body.max_completion_tokens ?? body.max_tokens
  const responseSchema = shapeOf(format && { type: format.type, schema: format.json_schema?.schema })
  return callerOf(
    {
      tools: (tools ?? []).map(({ function: { name, description, parameters } }) => ({
        name,
        description: description ?? '',
        parameters: parameters ?? { type: 'object', properties: {} },
      })),
      ...(tools?.length &&
        choice && { toolChoice: typeof choice === 'string' ? choice : { name: choice.function.name } }),
      since,
      ...(responseSchema && { responseSchema }),
      stop: typeof stop === 'string' ? [stop] : (stop ?? []),
      sampling: samplingOf({
        temperature: body.temperature,
        topP: body.top_p,
        maxTokens,
        seed: body.seed,
        // Nought is what they are without being sent.
        presencePenalty: body.presence_penalty || undefined,
        frequencyPenalty: body.frequency_penalty || undefined,
      }),
    },
    { ...NAMES, maxTokens: body.max_completion_tokens ? 'max_completion_tokens' : 'max_tokens' },
  )
}

function messageOf({ role, content, tool_calls: calls, tool_call_id: answered }: ChatMessage, index: number): Message {
  const parts = typeof content === 'string' ? content : partsOf(content ?? [], `messages.${index}.content`)
  if (role === 'tool' || role === 'function') return { role: 'tool', content: parts, toolCallId: answered ?? '' }
  return {
    role: role === 'developer' ? 'system' : role,
    content: parts,
    ...(calls?.length && {
      toolCalls: calls.map(({ id, function: { name, arguments: input } }) => toolCallOf({ id, name, input })),
    }),
  }
}

function partsOf(
  content: Exclude<ChatMessage['content'], string | null | undefined>,
  place: string,
): string | ContentPart[] {
  const parts = content.flatMap((part, index): ContentPart[] => {
    if (part.image_url) return [imageIn(`${place}.${index}.image_url`, part.image_url.url)]
    if (part.file) return [fileIn(`${place}.${index}.file`, part.file.file_data ?? '', part.file.filename ?? 'file')]
    const text = part.text ?? part.refusal
    return typeof text === 'string' ? [{ type: 'text', text }] : []
  })
  return parts.every((part) => part.type === 'text') ? parts.map(({ text }) => text).join('\n') : parts
}
