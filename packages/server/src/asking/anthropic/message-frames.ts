import type { Asker, EndedOutcome, TokenUsage } from '@chatwright/core'
import { failureOf, type ProtocolFrames } from '../protocols/answer-run.ts'

export interface MessageHead {
  id: string
  model: string
}

/** A whole answer as a message. */
export function messageObject(
  head: MessageHead,
  { text, json, thinking, callerCalls = [], cutShort, usage }: EndedOutcome,
): object {
  const said = json === undefined ? text : JSON.stringify(json)
  return {
    ...shellOf(head),
    content: [
      ...(thinking && thinking.text !== '' ? [{ type: 'thinking', thinking: thinking.text, signature: '' }] : []),
      ...(callerCalls.length === 0 || said.trim() !== '' ? [{ type: 'text', text: said }] : []),
      ...callerCalls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
    ],
    stop_reason: stopOf({ hasCalls: callerCalls.length > 0, cutShort }),
    usage: usageOf(usage),
  }
}

/** The events of a streamed message, as Anthropic's clients read them. */
export function createMessageFrames(head: MessageHead, { asker }: { asker: Pick<Asker, 'rights'> }): ProtocolFrames {
  let hasStarted = false
  let index = -1
  let open: 'text' | 'thinking' | undefined
  let hasText = false
  let hasCalls = false
  let cutShort: EndedOutcome['cutShort']

  const begin = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    return event('message_start', {
      message: { ...shellOf(head), content: [], stop_reason: null, usage: usageOf(undefined) },
    })
  }
  const close = (): string => {
    if (!open) return ''
    open = undefined
    return event('content_block_stop', { index })
  }
  const block = (start: object): string => {
    const frames = begin() + close()
    index += 1
    return frames + event('content_block_start', { index, content_block: start })
  }
  const say = (text: string): string => {
    const frames = open === 'text' ? '' : block({ type: 'text', text: '' })
    open = 'text'
    hasText = true
    return frames + event('content_block_delta', { index, delta: { type: 'text_delta', text } })
  }
  const think = (thinking: string): string => {
    if (thinking === '') return ''
    const frames = open === 'thinking' ? '' : block({ type: 'thinking', thinking: '', signature: '' })
    open = 'thinking'
    return frames + event('content_block_delta', { index, delta: { type: 'thinking_delta', thinking } })
  }

  return {
    frames(heard) {
      switch (heard.type) {
        case 'token':
          return say(heard.text)
        case 'json':
          return hasText ? '' : say(JSON.stringify(heard.value))
        case 'thinking':
          return think(heard.text)
        case 'caller-calls':
          hasCalls = true
          return heard.calls
            .map(
              ({ id, name, input }) =>
                block({ type: 'tool_use', id, name, input: {} }) +
                event('content_block_delta', {
                  index,
                  delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
                }) +
                event('content_block_stop', { index }),
            )
            .join('')
        case 'cut-short':
          cutShort = heard.reason
          return ''
        case 'run-end': {
          const failure = failureOf(heard, asker)
          if (failure) return event('error', { error: { type: errorType(failure.code), message: failure.message } })
          const nothing = hasStarted ? '' : block({ type: 'text', text: '' }) + event('content_block_stop', { index })
          const delta = { stop_reason: stopOf({ hasCalls, cutShort }), stop_sequence: null }
          return (
            nothing +
            close() +
            event('message_delta', { delta, usage: usageOf(heard.usage) }) +
            event('message_stop', {})
          )
        }
        default:
          return ''
      }
    },
  }
}

function shellOf({ id, model }: MessageHead) {
  return { id, type: 'message', role: 'assistant', model, stop_sequence: null }
}

function stopOf({ hasCalls, cutShort }: { hasCalls: boolean; cutShort: EndedOutcome['cutShort'] | undefined }): string {
  if (hasCalls) return 'tool_use'
  if (cutShort === 'length') return 'max_tokens'
  return cutShort === 'content-filter' ? 'refusal' : 'end_turn'
}

function errorType(code: string): string {
  if (code === 'rate-limit') return 'rate_limit_error'
  return code === 'overloaded' ? 'overloaded_error' : 'api_error'
}

function usageOf(usage: TokenUsage | undefined): object {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = usage ?? {}
  return {
    input_tokens: inputTokens - cachedInputTokens,
    output_tokens: outputTokens,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation_input_tokens: 0,
  }
}

function event(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}
