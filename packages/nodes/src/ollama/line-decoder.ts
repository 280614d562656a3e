import { parseJson, type ModelEvent } from '@chatwright/core'
import { newCallId } from '../model-values/new-call-id.ts'
import { ThinkingTags } from '../model-values/thinking-tags.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { brokenAnswer, statusError } from '../providers/provider-errors.ts'
import type { StreamDecoder } from '../providers/stream-events.ts'
import type { ChatLine } from './wire.ts'

/** Reads Ollama's lines. Tool calls come whole, without an id of their own. */
export class LineDecoder implements StreamDecoder {
  isComplete = false
  readonly #endpoint: Endpoint
  readonly #answer = new ThinkingTags()
  #calls = 0

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  push(payload: string, events: ModelEvent[]): void {
    const line = parseJson(payload) as ChatLine
    if (line.error) throw statusError(this.#endpoint, 500, payload)
    const { thinking, content, tool_calls: calls = [] } = line.message ?? {}
    if (thinking) events.push({ type: 'thinking', text: thinking })
    if (content) this.#answer.push(content, events)
    for (const { function: called } of calls) {
      const call = { id: newCallId(), name: called.name, input: called.arguments ?? {} }
      this.#calls++
      events.push({ type: 'tool-call', call })
    }
    if (line.done) this.#finish(line, events)
  }

  end(): void {
    throw brokenAnswer(this.#endpoint)
  }

  #finish(line: ChatLine, events: ModelEvent[]): void {
    this.isComplete = true
    this.#answer.end(events)
    events.push({
      type: 'usage',
      usage: { inputTokens: line.prompt_eval_count ?? 0, outputTokens: line.eval_count ?? 0 },
    })
    const isCut = line.done_reason === 'length'
    events.push({ type: 'finish', reason: this.#calls > 0 ? 'tool-calls' : isCut ? 'length' : 'stop' })
  }
}
