import type { AnsweredInstead, Artifact, Document, TokenUsage, UsedTool } from '@chatwright/core'

import { asNumber, asObject, asText, objectsIn } from './read-json.ts'

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
  const list = typeof data === 'string' ? parsed(data) : data
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

/** Which model answered, where a limit had another one asked. */
export function readInstead(data: unknown): AnsweredInstead | undefined {
  const { model, insteadOf, limit } = asObject(data) ?? {}
  if (typeof model !== 'string' || typeof insteadOf !== 'string') return undefined
  const near = asObject(limit) as AnsweredInstead['limit']
  return { model, insteadOf, ...(near && { limit: near }) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
