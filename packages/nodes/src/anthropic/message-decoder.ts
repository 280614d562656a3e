import { parseJson, type ModelEvent } from '@chatwright/core'
import { webSources, type ReadPage } from '../model-values/web-sources.ts'
import { parseArguments } from '../openai-compatible/tool-calls.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { brokenAnswer, statusError } from '../providers/provider-errors.ts'
import type { StreamDecoder } from '../providers/stream-events.ts'
import type { BlockDelta, ContentBlock, MessageEvent, MessageUsage, WholeMessage } from './wire.ts'

type FinishReason = Extract<ModelEvent, { type: 'finish' }>['reason']

/** Reads the events of one message, and keeps the signed thinking that the next request must bring back. */
export class MessageDecoder implements StreamDecoder {
  isComplete = false
  readonly #endpoint: Endpoint
  /** By their number, which the vendor chooses: in a list, one high number would be as many empty places. */
  readonly #blocks = new Map<number, ContentBlock>()
  readonly #toolInputs = new Map<number, string>()
  readonly #usage: MessageUsage = {}
  #stopReason: string | null | undefined

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  /** The vendor's own tools took a break: the same turn goes on when it is sent back. */
  get isPaused(): boolean {
    return this.#stopReason === 'pause_turn'
  }

  /** The turn so far, as it must be sent back to go on. */
  get content(): ContentBlock[] {
    return [...this.#blocks].flatMap(([index, block]): ContentBlock[] => {
      if (block.type === 'text' && block.text === '') return []
      if (block.type !== 'tool_use' && block.type !== 'server_tool_use') return [block]
      return [{ ...block, input: parseArguments(this.#toolInputs.get(index) ?? '').input }]
    })
  }

  push(payload: string, events: ModelEvent[]): void {
    const event = parseJson(payload) as MessageEvent
    switch (event.type) {
      case 'content_block_delta':
        this.#readDelta(event.index, event.delta, events)
        break
      case 'content_block_start':
        this.#blocks.set(event.index, { ...event.content_block })
        break
      case 'message_start':
        Object.assign(this.#usage, event.message.usage)
        break
      case 'message_delta':
        this.#stopReason = event.delta.stop_reason
        Object.assign(this.#usage, event.usage)
        break
      case 'message_stop':
        this.#finish(events)
        break
      case 'error':
        throw statusError(this.#endpoint, errorStatuses[event.error.type ?? ''] ?? 500, payload)
      default:
    }
  }

  end(events: ModelEvent[]): void {
    if (this.#stopReason === undefined || this.#stopReason === null) throw brokenAnswer(this.#endpoint)
    this.#finish(events)
  }

  /** A message that came whole. */
  read(message: WholeMessage, events: ModelEvent[]): void {
    for (const [index, block] of message.content.entries()) {
      this.#blocks.set(index, block)
      if (block.type === 'text') events.push({ type: 'text', text: block.text })
      if (block.type === 'thinking') events.push({ type: 'thinking', text: block.thinking })
      if (block.type === 'tool_use' || block.type === 'server_tool_use')
        this.#toolInputs.set(index, JSON.stringify(block.input))
    }
    this.#stopReason = message.stop_reason
    Object.assign(this.#usage, message.usage)
    this.#finish(events)
  }

  #readDelta(index: number, delta: BlockDelta, events: ModelEvent[]): void {
    const block = this.#blocks.get(index)
    if (delta.type === 'text_delta') {
      if (block?.type === 'text') block.text += delta.text
      events.push({ type: 'text', text: delta.text })
    } else if (delta.type === 'citations_delta') {
      if (block?.type === 'text') (block.citations ??= []).push(delta.citation)
    } else if (delta.type === 'thinking_delta') {
      if (block?.type === 'thinking') block.thinking += delta.thinking
      if (delta.thinking) events.push({ type: 'thinking', text: delta.thinking })
    } else if (delta.type === 'signature_delta') {
      if (block?.type === 'thinking') block.signature = delta.signature
    } else if (delta.type === 'input_json_delta') {
      this.#toolInputs.set(index, (this.#toolInputs.get(index) ?? '') + delta.partial_json)
    }
  }

  #finish(events: ModelEvent[]): void {
    this.isComplete = true
    for (const [index, block] of this.#blocks) {
      if (block.type !== 'tool_use') continue
      const given = parseArguments(this.#toolInputs.get(index) ?? '')
      events.push({ type: 'tool-call', call: { id: block.id, name: block.name, ...given } })
    }
    const documents = webSources([...this.#blocks.values()].flatMap(pagesOf))
    if (documents.length > 0) events.push({ type: 'sources', documents })
    events.push({ type: 'usage', usage: tokenUsage(this.#usage) })
    const thinking = [...this.#blocks.values()].filter(
      ({ type }) => type === 'thinking' || type === 'redacted_thinking',
    )
    events.push({
      type: 'finish',
      reason: stopReasons[this.#stopReason ?? ''] ?? 'other',
      ...(thinking.length > 0 && { providerData: thinking }),
    })
  }
}

/** Pages that are cited, and pages that were fetched to be read. */
function pagesOf(block: ContentBlock): ReadPage[] {
  if (block.type === 'text') {
    return (block.citations ?? []).map(({ url, title, cited_text: text }) => ({ url, title, text }))
  }
  if (block.type !== 'web_fetch_tool_result') return []
  return [{ url: block.content.url, title: block.content.content?.title }]
}

const stopReasons: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'content-filter',
}

const errorStatuses: Record<string, number> = {
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  invalid_request_error: 400,
  rate_limit_error: 429,
  overloaded_error: 529,
}

function tokenUsage(usage: MessageUsage): Extract<ModelEvent, { type: 'usage' }>['usage'] {
  const cached = usage.cache_read_input_tokens ?? 0
  return {
    inputTokens: (usage.input_tokens ?? 0) + cached + (usage.cache_creation_input_tokens ?? 0),
    outputTokens: usage.output_tokens ?? 0,
    ...(cached > 0 && { cachedInputTokens: cached }),
  }
}
