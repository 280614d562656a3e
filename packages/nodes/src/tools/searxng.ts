import { defineNode, json, number, string } from '@chatwright/core'
import { z } from 'zod'
import { headerTexts } from '../http/header-texts.ts'
import { requestJson } from '../http/request-json.ts'
import { webAddress } from '../web/fetch-page.ts'
import { SEARCH_DESCRIPTION, searchTool } from './search-tool.ts'

const Results = z.object({
  answers: z.array(z.union([z.string(), z.looseObject({ answer: z.string().optional() })])).catch([]),
  results: z.array(z.object({ title: z.string().nullish(), url: z.string().nullish(), content: z.string().nullish() })),
})

const MOST_HITS = 10

const filter = (label: string, description: string) =>
  string({ destination: false, label, description, optional: true, additional: true })

export default defineNode({
  name: 'searXNG',
  label: 'SearXNG',
  version: 3,
  category: 'Tools',
  description: 'Lets an agent search the web with your own SearXNG server.',
  icon: 'searxng.svg',
  baseClasses: ['SearXNG', 'Tool', 'StructuredTool', 'Runnable'],
  documentation: 'https://docs.searxng.org/dev/search_api.html',
  inputs: {
    apiBase: string({
      destination: true,
      label: 'Base URL',
      default: 'http://localhost:8080',
      description: 'The URL of the server. Its settings.yml must list json under search, formats.',
    }),
    toolName: string({
      destination: false,
      label: 'Tool Name',
      default: 'searxng-search',
      description: "The tool's name for the model.",
    }),
    toolDescription: string({
      destination: false,
      label: 'Tool Description',
      rows: 4,
      default: SEARCH_DESCRIPTION,
      description: 'When the model should search.',
    }),
    headers: json({
      destination: true,
      label: 'Headers',
      optional: true,
      additional: true,
      description: 'A JSON object of headers to send with every search.',
    }),
    categories: filter('Categories', 'Categories to search, separated by commas.'),
    engines: filter('Engines', 'Engines to search, separated by commas.'),
    language: filter('Language', 'A language code such as de.'),
    pageno: number({ destination: false, label: 'Page No.', step: 1, min: 1, optional: true, additional: true }),
    time_range: filter('Time Range', 'Enter day, month or year.'),
    safesearch: number({
      destination: false,
      label: 'Safe Search',
      step: 1,
      min: 0,
      max: 2,
      optional: true,
      additional: true,
      description: 'Enter 0 for off, 1 for moderate, 2 for strict.',
    }),
  },
  build: ({ inputs, credential, context }) =>
    searchTool({
      name: inputs.toolName,
      description: inputs.toolDescription,
      credential,
      // The builder typed the address: it is most often one on the builder's own network.
      context: { fetch: context.providerFetch },
      async search({ query, fetch, signal }) {
        const { categories, engines, language, pageno, time_range, safesearch } = inputs
        const url = webAddress(`${inputs.apiBase.replace(/\/$/, '')}/search`)
        const given = { q: query, format: 'json', categories, engines, language, pageno, time_range, safesearch }
        for (const [name, value] of Object.entries(given)) {
          if (value !== undefined) url.searchParams.set(name, String(value))
        }
        const headers = headerTexts(inputs.headers)
        const found = await requestJson({ fetch, service: 'SearXNG', url: url.href, headers, signal }, Results)
        const [answer] = found.answers
        return {
          answer: typeof answer === 'string' ? answer : answer?.answer,
          hits: found.results.slice(0, MOST_HITS).map(({ title, url: place, content }) => ({
            title: title ?? undefined,
            url: place ?? undefined,
            text: content ?? undefined,
          })),
        }
      },
    }),
})
