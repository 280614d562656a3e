import { defineNode } from '@chatwright/core'
import { searchGooglePages } from './google-pages.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

export default defineNode({
  name: 'serpAPI',
  label: 'Serp API',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent search Google through SerpApi.',
  icon: 'serpapi.svg',
  baseClasses: ['SerpAPI', 'Tool', 'StructuredTool'],
  credential: ['serpApi'],
  documentation: 'https://serpapi.com',
  inputs: {},
  build: ({ credential, context }) =>
    searchTool({
      name: 'serpapi_search',
      description: SEARCH_DESCRIPTION,
      credential,
      context,
      search: (call) =>
        searchGooglePages(call, {
          service: 'SerpApi',
          url: 'https://serpapi.com/search.json',
          parameters: { engine: 'google', api_key: credential.serpApiKey ?? '' },
        }),
    }),
})
