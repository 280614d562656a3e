import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import type { SearchCall, SearchHit } from './search-tool.ts'

const Page = z.object({
  answer_box: z.object({ answer: z.string().optional(), snippet: z.string().optional() }).optional(),
  organic_results: z
    .array(z.object({ title: z.string().optional(), link: z.string().optional(), snippet: z.string().optional() }))
    .default([]),
})

interface PageService {
  service: string
  url: string
  parameters: Record<string, string>
  headers?: Record<string, string>
}

/** Two services sell Google's results in the same form. */
export async function searchGooglePages(
  { query, fetch, signal }: SearchCall,
  { service, url, parameters, headers }: PageService,
): Promise<{ answer: string | undefined; hits: SearchHit[] }> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ ...parameters, q: query })) address.searchParams.set(name, value)
  const page = await requestJson({ fetch, service, url: address, ...(headers && { headers }), signal }, Page)
  return {
    answer: page.answer_box?.answer ?? page.answer_box?.snippet,
    hits: page.organic_results.map(({ title, link, snippet }) => ({ title, url: link, text: snippet })),
  }
}
