import { defineNode, number, options, string } from '@chatwright/core'
import { crawlSite } from '../web/crawl-site.ts'
import { capText, textTool } from './text-tool.ts'

const CHARACTERS_PER_PAGE = 4000

export default defineNode({
  name: 'webScraperTool',
  label: 'Web Scraper Tool',
  version: 1.1,
  category: 'Tools',
  description: 'Lets an agent read a web page and the pages it leads to.',
  icon: 'scraper.svg',
  baseClasses: ['Tool', 'WebScraperRecursiveTool', 'StructuredTool', 'Runnable'],
  inputs: {
    scrapeMode: options({
      destination: false,
      label: 'Scraping Mode',
      options: [
        { label: 'Follow links', name: 'recursive', description: 'Read the pages a page links to, within its site.' },
        { label: 'Sitemap', name: 'sitemap', description: "Read the pages the site's sitemap lists." },
      ],
      default: 'recursive',
      additional: true,
    }),
    maxDepth: number({
      destination: false,
      label: 'Max Depth',
      description: 'How many links deep to go; 0 reads the page alone.',
      default: 1,
      min: 0,
      max: 5,
      step: 1,
      optional: true,
      additional: true,
    }),
    maxPages: number({
      destination: false,
      label: 'Max Pages',
      description: 'How many pages to read at most.',
      default: 10,
      min: 1,
      max: 100,
      step: 1,
      optional: true,
      additional: true,
    }),
    timeoutS: number({
      destination: false,
      label: 'Timeout (s)',
      description: 'How long reading may take in all.',
      default: 60,
      min: 1,
      max: 600,
      step: 1,
      optional: true,
      additional: true,
    }),
    description: string({
      destination: false,
      label: 'Tool Description',
      description: 'When the model should use it.',
      default: 'Reads a web page, and the pages it links to, and returns their text.',
      rows: 4,
      optional: true,
      additional: true,
    }),
  },
  build: ({ inputs, context }) =>
    textTool({
      effect: 'reads',
      name: 'web_scraper',
      description: inputs.description,
      inputDescription: 'The full address of the page, beginning with https://.',
      async call(url, run) {
        const isSitemap = inputs.scrapeMode === 'sitemap'
        const pages = await crawlSite({
          context,
          url: url.trim(),
          signal: AbortSignal.any([run.signal, AbortSignal.timeout(inputs.timeoutS * 1000)]),
          follow: isSitemap ? 'sitemap' : inputs.maxDepth === 0 ? 'none' : 'links',
          maxPages: inputs.maxPages,
          maxDepth: inputs.maxDepth,
        })
        return capText(
          pages.map((page) => `${page.title}\n${page.url}\n${capText(page.text, CHARACTERS_PER_PAGE)}`).join('\n\n'),
        )
      },
    }),
})
