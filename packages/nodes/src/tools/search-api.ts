import { defineNode } from '@chatwright/core'
import { searchGooglePages } from './google-pages.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

export default defineNode({
  name: 'searchAPI',
  label: 'SearchApi',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent search Google through SearchApi.',
  icon: 'searchapi.svg',
  baseClasses: ['SearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: ['searchApi'],
  documentation: 'https://www.searchapi.io',
  inputs: {},
  build: ({ credential, context }) =>
    searchTool({
      name: 'searchapi_search',
      description: SEARCH_DESCRIPTION,
      credential,
      context,
      search: (call) =>
        searchGooglePages(call, {
          service: 'SearchApi',
          url: 'https://www.searchapi.io/api/v1/search',
          parameters: { engine: 'google' },
          headers: { authorization: `Bearer ${credential.searchApiKey ?? ''}` },
        }),
    }),
})
