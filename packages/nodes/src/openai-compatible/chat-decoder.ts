import { parseJson, type ModelEvent, type TokenUsage } from '@chatwright/core'
import { ThinkingTags } from '../model-values/thinking-tags.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { brokenAnswer, statusError } from '../providers/provider-errors.ts'
import { RepeatedChunk } from '../providers/repeated-chunk.ts'
import type { StreamDecoder } from '../providers/stream-events.ts'
import { ToolCallAssembly } from './tool-calls.ts'
import type { ChatChunk, Delta, DeltaPart, Usage } from './wire.ts'

type FinishReason = Extract<ModelEvent, { type: 'finish' }>['reason']

/** Reads the chunks of a streamed answer; a whole answer is one chunk whose delta is called message. */
export class ChatDecoder implements StreamDecoder {
  isComplete = false
  readonly #endpoint: Endpoint
  readonly #answer = new ThinkingTags()
  readonly #repeated = new RepeatedChunk()
  #toolCalls: ToolCallAssembly | undefined
  #reasoning: string | undefined
  #usage: Usage | undefined
  #finishReason: string | undefined

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  push(payload: string, events: ModelEvent[]): void {
    if (payload === '[DONE]') {
      this.#finish(events)
      return
    }
    const repeated = this.#repeated.textOf(payload)
    if (repeated !== undefined) {
      this.#say(repeated, events)
      return
    }
    const chunk = parseJson(payload) as ChatChunk
    if (chunk.error) throw streamError(this.#endpoint, chunk.error, payload)
    const usage = chunk.usage ?? chunk.x_groq?.usage
    if (usage) this.#usage = usage
    const choice = chunk.choices?.[0]
    if (!choice) return
    const delta = choice.delta ?? choice.message
    if (delta) this.#readDelta(delta, events)
    if (choice.text) events.push({ type: 'text', text: choice.text })
    if (choice.finish_reason) this.#finishReason = choice.finish_reason
    const said = onlyTextIn(chunk)
    if (said !== undefined) this.#repeated.learn(payload, said, saidIn)
  }

  end(events: ModelEvent[]): void {
    if (this.#finishReason === undefined) throw brokenAnswer(this.#endpoint)
    this.#finish(events)
  }

  #readDelta(delta: Delta, events: ModelEvent[]): void {
    const thinking = delta.reasoning_content ?? delta.reasoning
    if (thinking) events.push({ type: 'thinking', text: thinking })
    if (typeof delta.reasoning_content === 'string') this.#reasoning = (this.#reasoning ?? '') + delta.reasoning_content
    const said = delta.content ?? delta.refusal
    if (typeof said === 'string') this.#say(said, events)
    else for (const part of said ?? []) this.#readPart(part, events)
    if (!delta.tool_calls) return
    this.#toolCalls ??= new ToolCallAssembly()
    for (const [position, call] of delta.tool_calls.entries()) this.#toolCalls.add({ index: position, ...call })
  }

  #say(text: string, events: ModelEvent[]): void {
    if (text) this.#answer.push(text, events)
  }

  #readPart(part: DeltaPart, events: ModelEvent[]): void {
    if (part.type === 'text') this.#say(part.text, events)
    if (part.type !== 'thinking') return
    for (const { text } of part.thinking) if (text) events.push({ type: 'thinking', text })
  }

  #finish(events: ModelEvent[]): void {
    this.isComplete = true
    this.#answer.end(events)
    const calls = this.#toolCalls?.calls() ?? []
    for (const call of calls) events.push({ type: 'tool-call', call })
    if (this.#usage) events.push({ type: 'usage', usage: tokenUsage(this.#usage) })
    const reason = calls.length > 0 ? 'tool-calls' : finishReasons[this.#finishReason ?? 'stop']
    events.push({
      type: 'finish',
      reason: reason ?? 'other',
      ...(calls.length > 0 &&
        this.#reasoning !== undefined && { providerData: { reasoning_content: this.#reasoning } }),
    })
  }
}

/** The text of a chunk that says nothing else. */
function onlyTextIn({ choices = [], usage, x_groq }: ChatChunk): string | undefined {
  const [{ delta = {}, finish_reason: finishReason } = {}] = choices
  const { content, reasoning_content: reasoningContent, reasoning, tool_calls: toolCalls } = delta
  const isMore = finishReason || usage || x_groq || reasoningContent || reasoning || toolCalls
  return choices.length === 1 && typeof content === 'string' && content !== '' && !isMore ? content : undefined
}

function saidIn(chunk: unknown): unknown {
  return (chunk as ChatChunk).choices?.[0]?.delta?.content
}

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  eos: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
}

/** A failure inside a stream that began well: the status says 200, the payload does not. */
function streamError(endpoint: Endpoint, error: NonNullable<ChatChunk['error']>, payload: string): Error {
  const code = typeof error === 'string' ? undefined : Number(error.code)
  return statusError(endpoint, code !== undefined && code >= 400 && code < 600 ? code : 500, payload)
}

function tokenUsage(usage: Usage): TokenUsage {
  const cached = usage.prompt_tokens_details?.cached_tokens
  const reasoning = usage.completion_tokens_details?.reasoning_tokens
  return {
    inputTokens: usage.prompt_tokens ?? 0,
    outputTokens: usage.completion_tokens ?? 0,
    ...(cached !== undefined && { cachedInputTokens: cached }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  }
}
