import { NodeError, parseJson, type ModelEvent } from '@chatwright/core'
import { webSources, type ReadPage } from '../model-values/web-sources.ts'
import { newCallId } from '../model-values/new-call-id.ts'
import type { Endpoint } from '../providers/endpoint.ts'
import { brokenAnswer, statusError } from '../providers/provider-errors.ts'
import type { StreamDecoder } from '../providers/stream-events.ts'
import type { GenerateContentChunk, Part } from './wire.ts'

type FinishReason = Extract<ModelEvent, { type: 'finish' }>['reason']

/** Reads Gemini's chunks. The stream has no closing word: its end is the end. */
export class ContentDecoder implements StreamDecoder {
  readonly isComplete = false
  readonly #endpoint: Endpoint
  readonly #signedParts: Part[] = []
  readonly #pages: ReadPage[] = []
  #calls = 0
  #finishReason: string | undefined
  #usage: GenerateContentChunk['usageMetadata']

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
  }

  push(payload: string, events: ModelEvent[]): void {
    const chunk = parseJson(payload) as GenerateContentChunk
    if (chunk.error) throw statusError(this.#endpoint, chunk.error.code ?? 500, payload)
    if (chunk.promptFeedback?.blockReason) throw refused(chunk.promptFeedback.blockReason)
    this.#usage = chunk.usageMetadata ?? this.#usage
    const candidate = chunk.candidates?.[0]
    for (const part of candidate?.content?.parts ?? []) this.#readPart(part, events)
    this.#readPages(candidate)
    this.#finishReason = candidate?.finishReason ?? this.#finishReason
  }

  end(events: ModelEvent[]): void {
    if (this.#finishReason === undefined) throw brokenAnswer(this.#endpoint)
    const documents = webSources(this.#pages)
    if (documents.length > 0) events.push({ type: 'sources', documents })
    if (this.#usage) {
      const {
        promptTokenCount = 0,
        candidatesTokenCount = 0,
        thoughtsTokenCount = 0,
        cachedContentTokenCount,
      } = this.#usage
      events.push({
        type: 'usage',
        usage: {
          inputTokens: promptTokenCount,
          outputTokens: candidatesTokenCount + thoughtsTokenCount,
          ...(thoughtsTokenCount > 0 && { reasoningTokens: thoughtsTokenCount }),
          ...(cachedContentTokenCount !== undefined && { cachedInputTokens: cachedContentTokenCount }),
        },
      })
    }
    events.push({
      type: 'finish',
      reason: this.#calls > 0 ? 'tool-calls' : (finishReasons[this.#finishReason] ?? 'other'),
      ...(this.#signedParts.length > 0 && { providerData: this.#signedParts }),
    })
  }

  #readPages(candidate: NonNullable<GenerateContentChunk['candidates']>[number] | undefined): void {
    for (const { web } of candidate?.groundingMetadata?.groundingChunks ?? []) {
      this.#pages.push({ url: web?.uri, title: web?.title })
    }
    for (const { retrievedUrl, urlRetrievalStatus } of candidate?.urlContextMetadata?.urlMetadata ?? []) {
      if (urlRetrievalStatus === 'URL_RETRIEVAL_STATUS_SUCCESS') this.#pages.push({ url: retrievedUrl })
    }
  }

  #readPart(part: Part, events: ModelEvent[]): void {
    if (part.functionCall) {
      const { id = newCallId(), name, args = {} } = part.functionCall
      this.#calls++
      this.#signedParts.push(part)
      events.push({ type: 'tool-call', call: { id, name, input: args } })
    } else if (part.text) events.push({ type: part.thought ? 'thinking' : 'text', text: part.text })
  }
}

const finishReasons: Record<string, FinishReason> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
}

function refused(reason: string): NodeError {
  return new NodeError(`Google blocked the question (${reason.toLowerCase().replaceAll('_', ' ')}).`, {
    code: 'refused',
    hint: "Rephrase the question, or loosen this node's safety settings.",
    field: 'safetySettings',
  })
}
