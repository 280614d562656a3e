import { defineNode, number, options, string } from '@chatwright/core'
import { crawlSite } from '../web/crawl-site.ts'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'

const MOST_PAGES = 1000

export default defineNode({
  name: 'cheerioWebScraper',
  label: 'Cheerio Web Scraper',
  version: 2,
  category: 'Document Loaders',
  description: 'Loads the text of a web page, the pages it links to, or all pages in a sitemap.',
  icon: 'web-page.svg',
  keywords: ['website', 'web page', 'webpage', 'url', 'crawl', 'crawler', 'scrape', 'scraper', 'site', 'html', 'link'],
  baseClasses: ['Document'],
  inputs: {
    url: string({ destination: false, label: 'URL', placeholder: 'https://example.com/handbook' }),
    relativeLinksMethod: options({
      destination: false,
      label: 'Get Relative Links Method',
      description: 'How to find more pages on the site.',
      options: [
        { label: 'Follow links', name: 'webCrawl', description: 'Follow links within the same site.' },
        { label: 'Read the sitemap', name: 'scrapeXMLSitemap', description: 'Load the pages listed in sitemap.xml.' },
      ],
      default: 'webCrawl',
      optional: true,
      additional: true,
    }),
    limit: number({
      destination: false,
      label: 'Get Relative Links Limit',
      description: "The maximum number of pages. Enter 1 for this page only, 0 for the server's limit (1000).",
      default: 10,
      min: 0,
      max: MOST_PAGES,
      step: 1,
      optional: true,
      additional: true,
    }),
    selector: string({
      destination: false,
      label: 'Selector (CSS)',
      description: 'A CSS selector. Only the matching part of each page is loaded.',
      placeholder: 'main article',
      optional: true,
      additional: true,
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { url: 'https://example.com' },
  build({ inputs, context, ...rest }) {
    const { url, limit, selector } = inputs
    const isSitemap = inputs.relativeLinksMethod === 'scrapeXMLSitemap'
    return loaderValue({ inputs, ...rest }, async (signal, report) => {
      const pages = await crawlSite({
        context,
        url,
        signal,
        report,
        follow: isSitemap ? 'sitemap' : limit === 1 ? 'none' : 'links',
        maxPages: limit === 0 ? MOST_PAGES : Math.min(limit, MOST_PAGES),
        ...(selector && { selector }),
      })
      return pages.map((page) => ({ pageContent: page.text, metadata: { source: page.url, title: page.title } }))
    })
  },
})
