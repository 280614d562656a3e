import { MessageBody } from '@chatwright/contract'
import type { Asker, CallerRequest, ContentPart, Message, ToolChoice } from '@chatwright/core'
import type { PredictionRequest } from '../predictions/prediction-service.ts'
import { askedBy, badRequest } from '../protocols/conversation.ts'
import { callerOf, expectKnown, expectTools, imageIn, samplingOf } from '../protocols/parameters.ts'

type Turn = MessageBody['messages'][number]
type Block = Exclude<Turn['content'], string>[number]

const HARMLESS = { service_tier: ['auto', 'standard_only'], thinking: [{ type: 'disabled' }] }

const NAMES = {
  tools: 'tools',
  since: 'messages',
  toolChoice: 'tool_choice',
  namedTool: 'tool_choice',
  stop: 'stop_sequences',
  temperature: 'temperature',
  topP: 'top_p',
  maxTokens: 'max_tokens',
}

const CHOICES = { auto: 'auto', any: 'required', none: 'none' } as const

/** A request of the Messages API as a question to a flow. */
export function toQuestion(body: MessageBody, asker: Asker): Pick<PredictionRequest, 'body' | 'given'> {
  expectKnown(body, MessageBody.shape, HARMLESS)
  const said: Message[] = [...systemOf(body.system), ...body.messages.flatMap(messagesOf)]
  const { question, uploads, history, since } = askedBy(said, asker, 'messages')
  const { overrideConfig } = body
  return {
    body: { question, uploads, ...(overrideConfig && { overrideConfig }) },
    given: { history, caller: callerIn(body, since) },
  }
}

function callerIn(body: MessageBody, since: Message[]): CallerRequest | undefined {
  const { tools, tool_choice: choice, stop_sequences: stop } = body
  expectTools(tools, choice?.type)
  if (choice?.disable_parallel_tool_use) {
    throw badRequest('tool_choice.disable_parallel_tool_use', '"disable_parallel_tool_use" isn\'t supported')
  }
  return callerOf(
    {
      tools: (tools ?? []).map(({ name, description, input_schema: parameters }) => ({
        name,
        description: description ?? '',
        parameters,
      })),
      ...(tools?.length && choice && { toolChoice: chosen(choice) }),
      since,
      stop: stop ?? [],
      isLengthDemanded: true,
      sampling: samplingOf({
        temperature: body.temperature,
        topP: body.top_p,
        maxTokens: body.max_tokens,
      }),
    },
    NAMES,
  )
}

function chosen({ type, name }: NonNullable<MessageBody['tool_choice']>): ToolChoice {
  if (type !== 'tool') return CHOICES[type]
  if (name === undefined) throw badRequest('tool_choice.name', 'The name of the tool is missing')
  return { name }
}

function systemOf(system: MessageBody['system']): Message[] {
  if (!system) return []
  const text = typeof system === 'string' ? system : system.map((block) => block.text).join('\n\n')
  return text === '' ? [] : [{ role: 'system', content: text }]
}

/** Results of tools stand in the user's turn there, and in messages of their own here. */
function messagesOf({ role, content }: Turn, index: number): Message[] {
  const place = `messages.${index}.content`
  if (typeof content === 'string') return [{ role, content }]
  const results = content.filter(({ type }) => type === 'tool_result').map(resultOf)
  const parts = content.flatMap((block, at) => partOf(block, `${place}.${at}`))
  const calls = content.flatMap(({ type, id, name, input = {} }, at) => {
    if (type !== 'tool_use') return []
    if (id === undefined || name === undefined) throw badRequest(`${place}.${at}`, 'A tool use needs an id and a name')
    return [{ id, name, input }]
  })
  const isSaid = parts.length > 0 || calls.length > 0
  const text = parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('\n') : parts
  return [...results, ...(isSaid ? [{ role, content: text, ...(calls.length > 0 && { toolCalls: calls }) }] : [])]
}

function resultOf({ tool_use_id: toolCallId = '', content, is_error: isError }: Block): Message {
  const text = typeof content === 'string' ? content : (content ?? []).flatMap((part) => part.text ?? []).join('\n')
  return { role: 'tool', toolCallId, content: isError ? `The tool failed: ${text}` : text }
}

function partOf({ type, text, source, title }: Block, place: string): ContentPart[] {
  if (type === 'text') return text === undefined ? [] : [{ type: 'text', text }]
  if (type !== 'image' && type !== 'document') return []
  if (source?.type === 'url' && type === 'image') return [imageIn(`${place}.source.url`, source.url ?? '')]
  if (source?.type === 'text') return [{ type: 'text', text: source.data ?? '' }]
  if (source?.type !== 'base64' || !source.media_type || !source.data) {
    throw badRequest(`${place}.source`, 'Send the content as base64')
  }
  const { media_type: mimeType, data } = source
  return [type === 'image' ? { type, mimeType, data } : { type: 'file', mimeType, name: title ?? 'document', data }]
}
