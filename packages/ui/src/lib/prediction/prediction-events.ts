import type { Artifact, Document, RunFault, TokenUsage, TraceEvent, UsedTool } from '@chatwright/core'

import { asNumber, asObject, asText, objectsIn } from './read-json.ts'
import type { JsonObject } from './read-json.ts'

/** What a prediction stream tells, frame by frame. */
export type PredictionEvent =
  | { type: 'start' }
  | { type: 'token'; text: string }
  | { type: 'thinking'; text: string; /** On the closing frame only. */ seconds?: number }
  | { type: 'sources'; documents: Document[] }
  | { type: 'calling-tools'; tools: UsedTool[] }
  | { type: 'used-tools'; tools: UsedTool[] }
  | { type: 'artifacts'; artifacts: Artifact[] }
  | { type: 'usage'; usage: TokenUsage }
  /** The answer is whole; what follows are suggestions of what to ask next. */
  | { type: 'answered'; metadata: AnswerMetadata }
  | { type: 'metadata'; metadata: AnswerMetadata }
  | { type: 'trace'; event: TraceEvent }
  | { type: 'error'; fault: AnswerFault }
  | { type: 'abort' }
  | { type: 'end' }
  /** What was told so far is about to be told again, from its beginning. */
  | { type: 'restart' }

export interface AnswerMetadata {
  chatId?: string
  messageId?: string
  sessionId?: string
  runId?: string
  /** What was understood: a spoken question arrives as text here. */
  question?: string
  durationMs?: number
  followUps: string[]
}

/** Why there is no answer, with as much as the server could say. */
export type AnswerFault = Pick<RunFault, 'message'> & Partial<Omit<RunFault, 'message' | 'code'>> & { code?: string }

/** The event in a frame's data, or nothing when it is of a kind we do not show. */
export function parsePredictionEvent(data: string): PredictionEvent | undefined {
  const frame = asObject(parseJson(data))
  const kind = asText(frame?.['event'])
  if (!frame || kind === undefined) return undefined
  return readers[kind]?.(frame['data'], frame)
}

type Reader = (data: unknown, frame: JsonObject) => PredictionEvent | undefined

const readers: Record<string, Reader> = {
  start: () => ({ type: 'start' }),
  token: (data) => ({ type: 'token', text: asText(data) ?? '' }),
  thinking: (data, frame) => {
    const seconds = asNumber(frame['duration'])
    return { type: 'thinking', text: asText(data) ?? '', ...(seconds !== undefined && { seconds }) }
  },
  sourceDocuments: (data) => ({ type: 'sources', documents: readDocuments(data) }),
  calledTools: (data) => ({ type: 'calling-tools', tools: readTools(data) }),
  usedTools: (data) => ({ type: 'used-tools', tools: readTools(data) }),
  artifacts: (data) => ({ type: 'artifacts', artifacts: readArtifacts(data) }),
  usageMetadata: (data) => {
    const usage = readUsage(data)
    return usage ? { type: 'usage', usage } : undefined
  },
  answered: (data) => ({ type: 'answered', metadata: readMetadata(asObject(data) ?? {}) }),
  metadata: (data) => ({ type: 'metadata', metadata: readMetadata(asObject(data) ?? {}) }),
  trace: (data) => {
    const event = asObject(data)
    return typeof event?.['type'] === 'string' ? { type: 'trace', event: event as unknown as TraceEvent } : undefined
  },
  fault: (data) => ({ type: 'error', fault: readFault(data) }),
  error: (data) => ({ type: 'error', fault: readFault(data) }),
  abort: () => ({ type: 'abort' }),
  end: () => ({ type: 'end' }),
}

/** The JSON answer of a prediction that did not stream, as the events a stream would have brought. */
export function eventsOfJsonAnswer(answer: unknown): PredictionEvent[] {
  const body = asObject(answer) ?? {}
  const text = asText(body['text']) ?? JSON.stringify(body['json'] ?? answer)
  const sources = readDocuments(body['sourceDocuments'])
  const tools = readTools(body['usedTools'])
  return [
    { type: 'start' },
    { type: 'token', text },
    ...(sources.length > 0 ? [{ type: 'sources' as const, documents: sources }] : []),
    ...(tools.length > 0 ? [{ type: 'used-tools' as const, tools }] : []),
    { type: 'metadata', metadata: readMetadata(body) },
    { type: 'end' },
  ]
}

export function readDocuments(data: unknown): Document[] {
  return objectsIn(data).flatMap((entry) => {
    const pageContent = asText(entry['pageContent'])
    if (pageContent === undefined) return []
    const id = asText(entry['id'])
    return [{ pageContent, metadata: asObject(entry['metadata']) ?? {}, ...(id !== undefined && { id }) }]
  })
}

export function readTools(data: unknown): UsedTool[] {
  return objectsIn(data).map((entry) => {
    const error = asText(entry['error'])
    return {
      tool: asText(entry['tool']) ?? '',
      toolInput: asObject(entry['toolInput']) ?? { input: entry['toolInput'] },
      toolOutput: asText(entry['toolOutput']) ?? JSON.stringify(entry['toolOutput'] ?? ''),
      ...(error !== undefined && { error }),
    }
  })
}

export function readArtifacts(data: unknown): Artifact[] {
  return objectsIn(data).map((entry) => {
    const description = asText(entry['description'])
    return {
      type: asText(entry['type']) ?? '',
      data: asText(entry['data']) ?? '',
      ...(description !== undefined && { description }),
    }
  })
}

/** Follow-ups travel as the JSON text of a list; a bare list is read too. */
export function readFollowUps(data: unknown): string[] {
  const list = typeof data === 'string' ? parseJson(data) : data
  const prompts = Array.isArray(list) ? list : (asObject(list)?.['questions'] ?? [])
  return Array.isArray(prompts) ? prompts.filter((prompt): prompt is string => typeof prompt === 'string') : []
}

export function readUsage(data: unknown): TokenUsage | undefined {
  const usage = asObject(data)
  const inputTokens = asNumber(usage?.['inputTokens'] ?? usage?.['input_tokens'])
  const outputTokens = asNumber(usage?.['outputTokens'] ?? usage?.['output_tokens'])
  return inputTokens === undefined && outputTokens === undefined
    ? undefined
    : { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 }
}

function readMetadata(data: JsonObject): AnswerMetadata {
  const text = (name: string, as: string) => {
    const value = asText(data[name])
    return value === undefined ? {} : { [as]: value }
  }
  const durationMs = asNumber(data['durationMs'])
  return {
    ...text('chatId', 'chatId'),
    ...text('chatMessageId', 'messageId'),
    ...text('sessionId', 'sessionId'),
    ...text('runId', 'runId'),
    ...text('question', 'question'),
    ...(durationMs !== undefined && { durationMs }),
    followUps: readFollowUps(data['followUpPrompts']),
  }
}

/** Every client gets the text of an error; the canvas gets a frame before it that knows the node. */
function readFault(data: unknown): AnswerFault {
  const details = asObject(data) ?? {}
  const message = asText(data) ?? asText(details['message']) ?? JSON.stringify(data)
  const text = (name: string) => {
    const value = asText(details[name])
    return value === undefined ? {} : { [name]: value }
  }
  return {
    message,
    ...text('code'),
    ...text('hint'),
    ...text('nodeId'),
    ...text('nodeLabel'),
    ...text('field'),
    ...(typeof details['isRetryable'] === 'boolean' && { isRetryable: details['isRetryable'] }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours to show: some proxies put words of their own into a stream.
    return undefined
  }
}
