import { number } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { Rank } from './rerank.ts'

const Ranked = z.array(z.object({ index: z.number(), relevance_score: z.number() }))

interface RerankService {
  fetch: typeof fetch
  service: string
  url: string
  apiKey: string | undefined
  /** What it wants to know beside the question and the documents. */
  settings: Readonly<Record<string, unknown>>
  /** Where in its answer the ranking stands. */
  list: 'results' | 'data'
}

/** Ranking by a service: all of them are asked the same way. */
export function rankByService({ fetch, service, url, apiKey, settings, list }: RerankService): Rank {
  return async (query, documents, { signal }) => {
    const answer = await requestJson(
      {
        fetch,
        service,
        url,
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey ?? ''}` },
        body: { ...settings, query, documents },
        signal,
      },
      z.object({ [list]: Ranked }),
    )
    return (answer[list] ?? []).map(({ index, relevance_score }) => ({ index, score: relevance_score }))
  }
}

export function keptDocuments(label: string) {
  return number({
    destination: false,
    label,
    description: 'The maximum number of documents.',
    default: 4,
    min: 1,
    step: 1,
    optional: true,
    additional: true,
  })
}
