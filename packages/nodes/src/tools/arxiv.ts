import { defineNode, number } from '@chatwright/core'
import { sendRequest } from '../http/send-request.ts'
import { readXml } from '../web/read-xml.ts'
import { capText, textTool } from './text-tool.ts'

/** Twenty papers with their abstracts take a tenth of it. */
const LARGEST_FEED_BYTES = 1024 ** 2

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
      description: 'The maximum number of papers per search.',
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
      effect: 'reads',
      name: 'arxiv_search',
      description: 'Searches scientific papers on arXiv: physics, mathematics, computer science and more.',
      inputDescription: 'What the papers should be about, an author, or the number of a paper.',
      async call(query, { signal }) {
        const url = new URL('https://export.arxiv.org/api/query')
        const isNumber = /^\d{4}\.\d{4,5}(v\d+)?$/.test(query.trim())
        url.searchParams.set(isNumber ? 'id_list' : 'search_query', isNumber ? query.trim() : `all:${query}`)
        url.searchParams.set('max_results', String(inputs.topKResults))
        const { text } = await sendRequest({
          fetch: context.fetch,
          service: 'arXiv',
          url,
          signal,
          maxBytes: LARGEST_FEED_BYTES,
        })
        const papers = readFeed(text)
        return papers.length === 0 ? 'No papers found.' : capText(papers.join('\n\n'))
      },
    }),
})

/** The papers of an Atom feed: title, authors, day, address and abstract, one to a line. */
function readFeed(xml: string): string[] {
  const papers: string[] = []
  const open: string[] = []
  let fields = new Map<string, string[]>()
  readXml(xml, {
    open(name) {
      if (name === 'entry') fields = new Map()
      open.push(name)
      // Each author is a text of its own.
      const texts = fields.get(name)
      if (texts) texts.push('')
      else fields.set(name, [''])
    },
    text(text) {
      const texts = fields.get(open.at(-1) ?? '')
      if (texts) texts[texts.length - 1] += text
    },
    close(name) {
      open.pop()
      if (name !== 'entry') return
      const field = (wanted: string): string => (fields.get(wanted) ?? []).map(oneLine).join(', ')
      papers.push(
        [field('title'), field('name'), field('published').slice(0, 10), field('id'), field('summary')].join('\n'),
      )
      // One that ends again ends nothing.
      fields = new Map()
    },
  })
  return papers
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
