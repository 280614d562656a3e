import { defineNode, number, options, string } from '@chatwright/core'
import { crawlSite } from '../web/crawl-site.ts'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'

const MOST_PAGES = 1000

export default defineNode({
  name: 'cheerioWebScraper',
  label: 'Cheerio Web Scraper',
  version: 2,
  category: 'Document Loaders',
  description: 'Reads the text of a web page, of the pages it links to, or of all pages of a sitemap.',
  icon: 'web-page.svg',
  keywords: ['website', 'web page', 'webpage', 'url', 'crawl', 'crawler', 'scrape', 'scraper', 'site', 'html', 'link'],
  baseClasses: ['Document'],
  inputs: {
    url: string({ destination: false, label: 'URL', placeholder: 'https://example.com/handbook' }),
    relativeLinksMethod: options({
      destination: false,
      label: 'Get Relative Links Method',
      description: 'How to find more pages of the site.',
      options: [
        { label: 'Follow links', name: 'webCrawl', description: 'Read the pages this one links to, within its site.' },
        { label: 'Read the sitemap', name: 'scrapeXMLSitemap', description: 'Read the pages a sitemap.xml lists.' },
      ],
      default: 'webCrawl',
      optional: true,
      additional: true,
    }),
    limit: number({
      destination: false,
      label: 'Get Relative Links Limit',
      description: 'How many pages to read at most; 1 reads this page alone, 0 as many as are allowed (1000).',
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
      description: 'Read only this part of each page.',
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
