import { parseJson, type DrawnPicture, type ModelEvent, type ToolCall } from '@chatwright/core'
import { webSources, type ReadPage } from '../model-values/web-sources.ts'
import { parseArguments } from '../openai-compatible/tool-calls.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { brokenAnswer, statusError } from '../providers/provider-errors.ts'
import type { StreamDecoder } from '../providers/stream-events.ts'
import type { OutputItem, ReasoningItem, ResponseEvent, WholeResponse } from './wire.ts'

type FinishReason = Extract<ModelEvent, { type: 'finish' }>['reason']

/** Reads the events of one response, and keeps the reasoning that the next request must bring back. */
export class ResponseDecoder implements StreamDecoder {
  isComplete = false
  readonly #endpoint: Endpoint
  readonly #calls: ToolCall[] = []
  readonly #reasoning: ReasoningItem[] = []
  readonly #cited: ReadPage[] = []

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  push(payload: string, events: ModelEvent[]): void {
    const event = parseJson(payload) as ResponseEvent
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        events.push({ type: 'text', text: event.delta })
        break
      case 'response.reasoning_summary_text.delta':
        events.push({ type: 'thinking', text: event.delta })
        break
      case 'response.reasoning_summary_part.added':
        if ((event.summary_index ?? 0) > 0) events.push({ type: 'thinking', text: '\n\n' })
        break
      case 'response.output_item.done':
        this.#keep(event.item, events)
        break
      case 'response.completed':
      case 'response.incomplete':
        this.#finish(event.response, events)
        break
      case 'response.failed':
        throw failure(this.#endpoint, event.response.error ?? {})
      case 'error':
        throw failure(this.#endpoint, { code: event.code ?? '', message: event.message ?? '' })
      default:
    }
  }

  end(): void {
    throw brokenAnswer(this.#endpoint)
  }

  /** A response that came whole. */
  read(response: WholeResponse, events: ModelEvent[]): void {
    if (response.status === 'failed') throw failure(this.#endpoint, response.error ?? {})
    for (const item of response.output ?? []) {
      this.#keep(item, events)
      if (item.type === 'message') {
        for (const { text, refusal } of item.content) events.push({ type: 'text', text: text ?? refusal ?? '' })
      }
      if (item.type === 'reasoning' && item.summary?.length) {
        events.push({ type: 'thinking', text: item.summary.map(({ text }) => text).join('\n\n') })
      }
    }
    this.#finish(response, events)
  }

  #keep(item: OutputItem, events: ModelEvent[]): void {
    switch (item.type) {
      case 'reasoning':
        this.#reasoning.push(item)
        break
      case 'function_call':
        this.#calls.push({ id: item.call_id, name: item.name, ...parseArguments(item.arguments) })
        break
      case 'message':
        for (const { annotations = [] } of item.content) for (const cited of annotations) this.#cited.push(cited)
        break
      case 'image_generation_call':
        if (item.result) events.push({ type: 'pictures', pictures: [drawnPicture(item, item.result)] })
        break
      default:
    }
  }

  #finish({ usage, incomplete_details: cut }: WholeResponse, events: ModelEvent[]): void {
    this.isComplete = true
    for (const call of this.#calls) events.push({ type: 'tool-call', call })
    const documents = webSources(this.#cited)
    if (documents.length > 0) events.push({ type: 'sources', documents })
    if (usage) {
      const cached = usage.input_tokens_details?.cached_tokens
      const reasoning = usage.output_tokens_details?.reasoning_tokens
      events.push({
        type: 'usage',
        usage: {
          inputTokens: usage.input_tokens ?? 0,
          outputTokens: usage.output_tokens ?? 0,
          ...(cached !== undefined && { cachedInputTokens: cached }),
          ...(reasoning !== undefined && { reasoningTokens: reasoning }),
        },
      })
    }
    const reason = cut?.reason ? cutReasons[cut.reason] : this.#calls.length > 0 ? 'tool-calls' : 'stop'
    events.push({
      type: 'finish',
      reason: reason ?? 'other',
      ...(this.#reasoning.length > 0 && { providerData: this.#reasoning }),
    })
  }
}

function drawnPicture(
  {
    output_format: format = 'png',
    revised_prompt: description,
  }: Extract<OutputItem, { type: 'image_generation_call' }>,
  data: string,
): DrawnPicture {
  return { mimeType: `image/${format}`, data, ...(description !== undefined && { description }) }
}

const cutReasons: Record<string, FinishReason> = { max_output_tokens: 'length', content_filter: 'content-filter' }

const errorStatuses: Record<string, number> = {
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  invalid_prompt: 400,
  context_length_exceeded: 400,
}

/** A failure inside a stream that began well: the status says 200, the payload does not. */
function failure(endpoint: Endpoint, error: { code?: string; message?: string }): Error {
  return statusError(endpoint, errorStatuses[error.code ?? ''] ?? 500, JSON.stringify({ error }))
}
