import { ResponseBody } from '@chatwright/contract'
import type { Asker, CallerRequest, ContentPart, Message } from '@chatwright/core'
import type { PredictionRequest } from '../predictions/prediction-service.ts'
import { askedBy, badRequest } from '../protocols/conversation.ts'
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

type InputItem = Exclude<ResponseBody['input'], string>[number]
type Content = InputItem['content']

const HARMLESS = {
  safety_identifier: [],
  prompt_cache_key: [],
  include: [],
  service_tier: ['auto', 'default'],
  parallel_tool_calls: [true],
  background: [false],
  truncation: ['disabled'],
  top_logprobs: [0],
}

const NAMES = {
  tools: 'tools',
  since: 'input',
  toolChoice: 'tool_choice',
  namedTool: 'tool_choice',
  responseSchema: 'text',
  temperature: 'temperature',
  topP: 'top_p',
  maxTokens: 'max_output_tokens',
}

/** A request of the Responses API as a question to a flow, after what was said before it. */
export function toQuestion(
  body: ResponseBody,
  { asker, before }: { asker: Asker; before: readonly Message[] },
): Pick<PredictionRequest, 'body' | 'given'> {
  expectKnown(body, ResponseBody.shape, HARMLESS)
  if (body.text) expectKnown(body.text, ResponseBody.shape.text.unwrap().unwrap().shape, { verbosity: ['medium'] })
  const said: Message[] = [
    ...(body.instructions ? [{ role: 'system' as const, content: body.instructions }] : []),
    ...before,
    ...messagesIn(body.input),
  ]
  const { question, uploads, history, since } = askedBy(said, asker, 'input')
  const { overrideConfig } = body
  return {
    body: { question, uploads, ...(overrideConfig && { overrideConfig }) },
    given: { history, caller: callerIn(body, since) },
  }
}

function callerIn(body: ResponseBody, since: Message[]): CallerRequest | undefined {
  const { tools, tool_choice: choice, text } = body
  expectTools(tools, choice)
  const responseSchema = shapeOf(text?.format)
  return callerOf(
    {
      tools: (tools ?? []).map(({ name, description, parameters }) => ({
        name,
        description: description ?? '',
        parameters: parameters ?? { type: 'object', properties: {} },
      })),
      ...(tools?.length && choice && { toolChoice: typeof choice === 'string' ? choice : { name: choice.name } }),
      since,
      ...(responseSchema && { responseSchema }),
      sampling: samplingOf({
        temperature: body.temperature,
        topP: body.top_p,
        maxTokens: body.max_output_tokens,
      }),
    },
    NAMES,
  )
}

function messagesIn(input: ResponseBody['input']): Message[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  const messages: Message[] = []
  for (const [index, item] of input.entries()) {
    const place = `input.${index}`
    if (item.type === 'function_call') addCall(messages, item, place)
    else if (item.type === 'function_call_output') {
      messages.push({ role: 'tool', toolCallId: item.call_id ?? '', content: textIn(item.output) })
    } else if (item.type === 'message' || item.type === undefined || item.type === null) {
      const role = item.role === 'developer' ? 'system' : (item.role ?? 'user')
      messages.push({ role, content: contentOf(item.content, place) })
    } else if (item.type !== 'reasoning') {
      // What a model thought before is its vendor's, and no flow reads it.
      throw badRequest(`${place}.type`, `Input of the type "${item.type}" isn't supported`)
    }
  }
  return messages
}

/** Calls that were made together stand in one message, as models expect them. */
function addCall(messages: Message[], { call_id: id, name, arguments: input }: InputItem, place: string): void {
  if (!id || !name) throw badRequest(place, 'A function call needs a call_id and a name')
  const call = toolCallOf({ id, name, input: input ?? '' })
  const last = messages.at(-1)
  if (last?.role === 'assistant') last.toolCalls = [...(last.toolCalls ?? []), call]
  else messages.push({ role: 'assistant', content: '', toolCalls: [call] })
}

function contentOf(content: Content, place: string): Message['content'] {
  if (typeof content === 'string') return content
  const parts = (content ?? []).flatMap((part, index): ContentPart[] => {
    const at = `${place}.content.${index}`
    if (part.type === 'input_image') {
      if (!part.image_url)
        throw badRequest(`${at}.file_id`, "Stored files aren't supported. Send the image as image_url")
      return [imageIn(`${at}.image_url`, part.image_url)]
    }
    if (part.type === 'input_file') {
      if (!part.file_data)
        throw badRequest(`${at}.file_id`, "Stored files aren't supported. Send the file as file_data")
      return [fileIn(`${at}.file_data`, part.file_data, part.filename ?? 'file')]
    }
    const text = part.text ?? part.refusal
    return typeof text === 'string' ? [{ type: 'text', text }] : []
  })
  return parts.every((part) => part.type === 'text') ? parts.map(({ text }) => text).join('\n') : parts
}

function textIn(output: InputItem['output']): string {
  if (typeof output === 'string') return output
  return (output ?? []).flatMap(({ text }) => text ?? []).join('\n')
}
