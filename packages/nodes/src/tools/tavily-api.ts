import { boolean, defineNode, number, options, string } from '@chatwright/core'
import { z } from 'zod'
import { requestJson } from '../http/request-json.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

const Results = z.object({
  answer: z.string().nullish(),
  results: z.array(
    z.object({ title: z.string().optional(), url: z.string().optional(), content: z.string().optional() }),
  ),
})

export default defineNode({
  name: 'tavilyAPI',
  label: 'Tavily API',
  version: 1.2,
  category: 'Tools',
  description: 'Lets an agent search the web with Tavily, a search engine for agents.',
  icon: 'tavily.svg',
  baseClasses: ['TavilyAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: ['tavilyApi'],
  documentation: 'https://docs.tavily.com',
  inputs: {
    topic: options({
      destination: false,
      label: 'Topic',
      options: [
        { label: 'General', name: 'general' },
        { label: 'News', name: 'news' },
        { label: 'Finance', name: 'finance' },
      ],
      default: 'general',
      optional: true,
      additional: true,
    }),
    searchDepth: options({
      destination: false,
      label: 'Search Depth',
      description: 'Advanced finds more and costs twice as much.',
      options: [
        { label: 'Basic', name: 'basic' },
        { label: 'Advanced', name: 'advanced' },
      ],
      default: 'basic',
      optional: true,
      additional: true,
    }),
    maxResults: number({
      destination: false,
      label: 'Max Results',
      default: 5,
      min: 1,
      max: 20,
      step: 1,
      optional: true,
      additional: true,
    }),
    includeAnswer: boolean({
      destination: false,
      label: 'Include Answer',
      description: 'Let Tavily summarize the results.',
      default: true,
      optional: true,
      additional: true,
    }),
    includeDomains: string({
      destination: false,
      label: 'Include Domains',
      description: 'Search only these sites, separated by commas.',
      optional: true,
      additional: true,
    }),
    excludeDomains: string({
      destination: false,
      label: 'Exclude Domains',
      description: 'Skip these sites, separated by commas.',
      optional: true,
      additional: true,
    }),
  },
  build: ({ inputs, credential, context }) =>
    searchTool({
      name: 'tavily_search',
      description: SEARCH_DESCRIPTION,
      credential,
      context,
      async search({ query, fetch, signal }) {
        const { answer, results } = await requestJson(
          {
            fetch,
            service: 'Tavily',
            url: 'https://api.tavily.com/search',
            method: 'POST',
            headers: { authorization: `Bearer ${credential.tavilyApiKey ?? ''}` },
            body: {
              query,
              topic: inputs.topic,
              search_depth: inputs.searchDepth,
              max_results: inputs.maxResults,
              include_answer: inputs.includeAnswer,
              include_domains: splitNames(inputs.includeDomains),
              exclude_domains: splitNames(inputs.excludeDomains),
            },
            signal,
          },
          Results,
        )
        return {
          answer: answer ?? undefined,
          hits: results.map(({ title, url, content }) => ({ title, url, text: content })),
        }
      },
    }),
})

function splitNames(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
