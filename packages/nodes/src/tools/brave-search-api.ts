import { defineNode } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

const Results = z.object({
  web: z
    .object({
      results: z.array(
        z.object({ title: z.string().optional(), url: z.string().optional(), description: z.string().optional() }),
      ),
    })
    .optional(),
})

export default defineNode({
  name: 'braveSearchAPI',
  label: 'BraveSearch API',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent search the web with Brave.',
  icon: 'brave.svg',
  baseClasses: ['BraveSearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: ['braveSearchApi'],
  documentation: 'https://brave.com/search/api',
  inputs: {},
  build: ({ credential, context }) =>
    searchTool({
      name: 'brave_search',
      description: SEARCH_DESCRIPTION,
      credential,
      context,
      async search({ query, fetch, signal }) {
        const { web } = await requestJson(
          {
            fetch,
            service: 'Brave Search',
            url: `https://api.search.brave.com/res/v1/web/search?q=${encodeURIComponent(query)}`,
            headers: { 'X-Subscription-Token': credential.braveApiKey ?? '' },
            signal,
          },
          Results,
        )
        return { hits: (web?.results ?? []).map(({ title, url, description }) => ({ title, url, text: description })) }
      },
    }),
})
