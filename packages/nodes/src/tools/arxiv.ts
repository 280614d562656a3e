import { defineNode, number } from '@chatwright/core'
import { sendRequest } from '../http/send-request.ts'
import { capText, textTool } from './text-tool.ts'

export default defineNode({
  name: 'arxiv',
  label: 'Arxiv',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent search scientific papers on arXiv and read their abstracts.',
  icon: 'arxiv.svg',
  baseClasses: ['Arxiv', 'Tool', 'StructuredTool', 'Runnable'],
  documentation: 'https://info.arxiv.org/help/api',
  inputs: {
    topKResults: number({
      destination: false,
      label: 'Top K Results',
      description: 'How many papers a search finds.',
      default: 3,
      min: 1,
      max: 20,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  build: ({ inputs, context }) =>
    textTool({
      name: 'arxiv_search',
      description: 'Searches scientific papers on arXiv: physics, mathematics, computer science and more.',
      inputDescription: 'What the papers should be about, an author, or the number of a paper.',
      async call(query, { signal }) {
        const url = new URL('https://export.arxiv.org/api/query')
        const isNumber = /^\d{4}\.\d{4,5}(v\d+)?$/.test(query.trim())
        url.searchParams.set(isNumber ? 'id_list' : 'search_query', isNumber ? query.trim() : `all:${query}`)
        url.searchParams.set('max_results', String(inputs.topKResults))
        const { text } = await sendRequest({ fetch: context.fetch, service: 'arXiv', url, signal })
        const papers = await readFeed(text)
        return papers.length === 0 ? 'No papers were found.' : capText(papers.join('\n\n'))
      },
    }),
})

async function readFeed(xml: string): Promise<string[]> {
  const { load } = await import('cheerio')
  const feed = load(xml, { xml: true })
  return feed('entry')
    .map((_, element) => {
      const entry = feed(element)
      const field = (name: string): string => entry.find(name).first().text().replaceAll(/\s+/g, ' ').trim()
      const authors = entry
        .find('author > name')
        .map((__, author) => feed(author).text().trim())
        .get()
      return [field('title'), authors.join(', '), field('published').slice(0, 10), field('id'), field('summary')].join(
        '\n',
      )
    })
    .get()
}
