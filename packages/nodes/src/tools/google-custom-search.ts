import { defineNode } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

const Results = z.object({
  items: z
    .array(z.object({ title: z.string().optional(), link: z.string().optional(), snippet: z.string().optional() }))
    .default([]),
})

export default defineNode({
  name: 'googleCustomSearch',
  label: 'Google Custom Search',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent search with your own Google search engine.',
  icon: 'google-search.svg',
  keywords: ['google search', 'search web', 'web search'],
  baseClasses: ['GoogleCustomSearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: ['googleCustomSearchApi'],
  documentation: 'https://developers.google.com/custom-search/v1/overview',
  inputs: {},
  build: ({ credential, context }) =>
    searchTool({
      name: 'google_custom_search',
      description: SEARCH_DESCRIPTION,
      credential,
      context,
      async search({ query, fetch, signal }) {
        const url = new URL('https://www.googleapis.com/customsearch/v1')
        url.searchParams.set('key', credential.googleCustomSearchApiKey ?? '')
        url.searchParams.set('cx', credential.googleCustomSearchApiId ?? '')
        url.searchParams.set('q', query)
        const { items } = await requestJson({ fetch, service: 'Google Custom Search', url, signal }, Results)
        return { hits: items.map(({ title, link, snippet }) => ({ title, url: link, text: snippet })) }
      },
    }),
})
