import { defineNode, number, options, string } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

const CHARACTERS_PER_PAGE = 1500

const Results = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), text: z.string().optional() })),
})

export default defineNode({
  name: 'exaSearch',
  label: 'Exa Search',
  version: 1.1,
  category: 'Tools',
  description: 'Lets an agent search the web by meaning with Exa and read the results.',
  icon: 'exa.svg',
  baseClasses: ['ExaSearch', 'Tool', 'StructuredTool', 'Runnable'],
  credential: ['exaSearchApi'],
  documentation: 'https://docs.exa.ai',
  inputs: {
    description: string({
      destination: false,
      label: 'Tool Description',
      description: 'When the model should use this tool.',
      default: SEARCH_DESCRIPTION,
      rows: 3,
      optional: true,
      additional: true,
    }),
    numResults: number({
      destination: false,
      label: 'Num of Results',
      default: 5,
      min: 1,
      max: 20,
      step: 1,
      optional: true,
      additional: true,
    }),
    type: options({
      destination: false,
      label: 'Search Type',
      options: [
        { label: 'Auto', name: 'auto' },
        { label: 'Keyword', name: 'keyword' },
        { label: 'Neural', name: 'neural' },
      ],
      default: 'auto',
      optional: true,
      additional: true,
    }),
  },
  build: ({ inputs, credential, context }) =>
    searchTool({
      name: 'exa_search',
      description: inputs.description,
      credential,
      context,
      async search({ query, fetch, signal }) {
        const { results } = await requestJson(
          {
            fetch,
            service: 'Exa',
            url: 'https://api.exa.ai/search',
            method: 'POST',
            headers: { 'x-api-key': credential.exaSearchApiKey ?? '' },
            body: {
              query,
              type: inputs.type,
              numResults: inputs.numResults,
              contents: { text: { maxCharacters: CHARACTERS_PER_PAGE } },
            },
            signal,
          },
          Results,
        )
        return { hits: results.map(({ title, url, text }) => ({ title: title ?? undefined, url, text })) }
      },
    }),
})
