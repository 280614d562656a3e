import { defineNode } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

const Results = z.object({
  answerBox: z.object({ answer: z.string().optional(), snippet: z.string().optional() }).optional(),
  organic: z
    .array(z.object({ title: z.string().optional(), link: z.string().optional(), snippet: z.string().optional() }))
    .default([]),
})

export default defineNode({
  name: 'serper',
  label: 'Serper',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent search Google through Serper.',
  icon: 'serper.svg',
  baseClasses: ['Serper', 'Tool', 'StructuredTool', 'Runnable'],
  credential: ['serperApi'],
  documentation: 'https://serper.dev',
  inputs: {},
  build: ({ credential, context }) =>
    searchTool({
      name: 'serper_search',
      description: SEARCH_DESCRIPTION,
      credential,
      context,
      async search({ query, fetch, signal }) {
        const { answerBox, organic } = await requestJson(
          {
            fetch,
            service: 'Serper',
            url: 'https://google.serper.dev/search',
            method: 'POST',
            headers: { 'X-API-KEY': credential.serperApiKey ?? '' },
            body: { q: query },
            signal,
          },
          Results,
        )
        return {
          answer: answerBox?.answer ?? answerBox?.snippet,
          hits: organic.map(({ title, link, snippet }) => ({ title, url: link, text: snippet })),
        }
      },
    }),
})
