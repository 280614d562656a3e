import { defineNode, number, options, string } from '@chatwright/core'
import { crawlSite } from '../web/crawl-site.ts'
import { capText, textTool } from './text-tool.ts'

const CHARACTERS_PER_PAGE = 4000

export default defineNode({
  name: 'webScraperTool',
  label: 'Web Scraper Tool',
  version: 1.1,
  category: 'Tools',
  description: 'Lets an agent read a web page and the pages it links to.',
  icon: 'scraper.svg',
  baseClasses: ['Tool', 'WebScraperRecursiveTool', 'StructuredTool', 'Runnable'],
  inputs: {
    scrapeMode: options({
      destination: false,
      label: 'Scraping Mode',
      options: [
        { label: 'Follow links', name: 'recursive', description: 'Follow links within the same site.' },
        { label: 'Sitemap', name: 'sitemap', description: "Read the pages listed in the site's sitemap." },
      ],
      default: 'recursive',
      additional: true,
    }),
    maxDepth: number({
      destination: false,
      label: 'Max Depth',
      description: 'The link depth. Enter 0 to read this page only.',
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
      description: 'The maximum number of pages.',
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
      description: 'The maximum total time, in seconds.',
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
      description: 'When the model should use this tool.',
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
      inputDescription: 'The full URL of the page, starting with https://.',
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
