import type { Asker, EndedOutcome, RunEvent, TokenUsage, ToolCall } from '@chatwright/core'
import { failureOf, type ProtocolFrames } from '../protocols/answer-run.ts'
import { argumentsOf } from './completion-frames.ts'

export interface ResponseHead {
  id: string
  model: string
  createdSeconds: number
  /** What the request said, as the answer repeats it. */
  echoed: object
}

type Item = Record<string, unknown>

/** The response as a whole, with what it has come to. */
export function responseObject(
  head: ResponseHead,
  state: { status: string; output: Item[]; usage?: TokenUsage | undefined; error?: object; reason?: string },
): object {
  return {
    id: head.id,
    object: 'response',
    created_at: head.createdSeconds,
    status: state.status,
    background: false,
    error: state.error ?? null,
    incomplete_details: state.reason === undefined ? null : { reason: state.reason },
    model: head.model,
    output: state.output,
    parallel_tool_calls: true,
    truncation: 'disabled',
    ...head.echoed,
    usage: state.usage ? usageOf(state.usage) : null,
  }
}

/** A whole answer as the items of a response. */
export function outputOf(head: ResponseHead, { text, json, thinking, callerCalls = [] }: EndedOutcome): Item[] {
  const content = json === undefined ? text : JSON.stringify(json)
  const hasMessage = callerCalls.length === 0 || content.trim() !== ''
  return [
    ...(thinking && thinking.text !== '' ? [reasoningItem(head, thinking.text)] : []),
    ...(hasMessage ? [messageItem(head, content, 'completed')] : []),
    ...callerCalls.map((call) => callItem(call, 'completed')),
  ]
}

export function endOf({ cutShort }: Pick<EndedOutcome, 'cutShort'>): { status: string; reason?: string } {
  if (!cutShort) return { status: 'completed' }
  return { status: 'incomplete', reason: cutShort === 'length' ? 'max_output_tokens' : 'content_filter' }
}

/** The events of a streamed response, as OpenAI's clients read them. */
export function createResponseFrames(head: ResponseHead, { asker }: { asker: Pick<Asker, 'rights'> }): ProtocolFrames {
  let sequence = 0
  let hasStarted = false
  const output: Item[] = []
  let text = ''
  let thoughts = ''
  let open: 'message' | 'reasoning' | undefined
  let cutShort: EndedOutcome['cutShort']

  const event = (type: string, more: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: (sequence += 1) - 1, ...more })}\n\n`
  const snapshot = (state: {
    status: string
    usage?: TokenUsage | undefined
    error?: object
    reason?: string
  }): object => ({
    response: responseObject(head, { output, ...state }),
  })
  const begin = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    return (
      event('response.created', snapshot({ status: 'in_progress' })) +
      event('response.in_progress', snapshot({ status: 'in_progress' }))
    )
  }
  const at = (): number => output.length
  const close = (): string => {
    if (open === 'message') {
      const item = messageItem(head, text, 'completed')
      const place = { item_id: item['id'], output_index: at(), content_index: 0 }
      const frames =
        event('response.output_text.done', { ...place, text, logprobs: [] }) +
        event('response.content_part.done', { ...place, part: textPart(text) }) +
        event('response.output_item.done', { output_index: at(), item })
      output.push(item)
      open = undefined
      return frames
    }
    if (open === 'reasoning') {
      const item = reasoningItem(head, thoughts)
      const place = { item_id: item['id'], output_index: at(), summary_index: 0 }
      const frames =
        event('response.reasoning_summary_text.done', { ...place, text: thoughts }) +
        event('response.reasoning_summary_part.done', { ...place, part: { type: 'summary_text', text: thoughts } }) +
        event('response.output_item.done', { output_index: at(), item })
      output.push(item)
      open = undefined
      return frames
    }
    return ''
  }
  const openMessage = (): string => {
    if (open === 'message') return ''
    const frames = begin() + close()
    open = 'message'
    const item = { ...messageItem(head, '', 'in_progress'), content: [] }
    return (
      frames +
      event('response.output_item.added', { output_index: at(), item }) +
      event('response.content_part.added', {
        item_id: item.id,
        output_index: at(),
        content_index: 0,
        part: textPart(''),
      })
    )
  }
  const say = (delta: string): string => {
    const frames = openMessage()
    text += delta
    const place = { item_id: messageId(head), output_index: at(), content_index: 0 }
    return frames + event('response.output_text.delta', { ...place, delta, logprobs: [] })
  }
  const think = (delta: string): string => {
    // Only before the answer: items of a response follow each other.
    if (delta === '' || text !== '') return ''
    let frames = begin()
    const item = { ...reasoningItem(head, ''), summary: [] }
    if (open !== 'reasoning') {
      open = 'reasoning'
      frames +=
        event('response.output_item.added', { output_index: at(), item }) +
        event('response.reasoning_summary_part.added', {
          item_id: item.id,
          output_index: at(),
          summary_index: 0,
          part: { type: 'summary_text', text: '' },
        })
    }
    thoughts += delta
    return (
      frames +
      event('response.reasoning_summary_text.delta', { item_id: item.id, output_index: at(), summary_index: 0, delta })
    )
  }
  const handBack = (each: ToolCall): string => {
    const item = callItem(each, 'completed')
    const place = { item_id: item['id'], output_index: at() }
    const frames =
      event('response.output_item.added', {
        output_index: at(),
        item: { ...item, arguments: '', status: 'in_progress' },
      }) +
      event('response.function_call_arguments.delta', { ...place, delta: item['arguments'] }) +
      event('response.function_call_arguments.done', { ...place, name: each.name, arguments: item['arguments'] }) +
      event('response.output_item.done', { output_index: at(), item })
    output.push(item)
    return frames
  }

  return {
    frames(heard: RunEvent) {
      switch (heard.type) {
        case 'token':
          return say(heard.text)
        case 'json':
          return text === '' ? say(JSON.stringify(heard.value)) : ''
        case 'thinking':
          return think(heard.text)
        case 'caller-calls':
          return begin() + close() + heard.calls.map(handBack).join('')
        case 'cut-short':
          cutShort = heard.reason
          return ''
        case 'run-end': {
          const failure = failureOf(heard, asker)
          if (failure) {
            const error = { code: failure.code, message: failure.message }
            return (
              begin() + close() + event('response.failed', snapshot({ status: 'failed', usage: heard.usage, error }))
            )
          }
          const frames = (output.length === 0 && open !== 'message' ? openMessage() : begin()) + close()
          const end = endOf({ ...(cutShort && { cutShort }) })
          return frames + event(`response.${end.status}`, snapshot({ ...end, usage: heard.usage }))
        }
        default:
          return ''
      }
    },
  }
}

function messageId({ id }: ResponseHead): string {
  return `msg_${id.slice('resp_'.length)}`
}

function messageItem(head: ResponseHead, text: string, status: string): Item & { id: string } {
  return { id: messageId(head), type: 'message', status, role: 'assistant', content: [textPart(text)] }
}

function textPart(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

function reasoningItem({ id }: ResponseHead, text: string): Item & { id: string } {
  return { id: `rs_${id.slice('resp_'.length)}`, type: 'reasoning', summary: [{ type: 'summary_text', text }] }
}

function callItem(call: ToolCall, status: string): Item {
  return {
    id: `fc_${call.id}`,
    type: 'function_call',
    status,
    call_id: call.id,
    name: call.name,
    arguments: argumentsOf(call),
  }
}

function usageOf({ inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 }: TokenUsage): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  }
}
