import { NodeError } from '@chatwright/core'
import { fetchPage } from './fetch-page.ts'
import { sitemapAddresses } from './sitemap-addresses.ts'

interface SitemapRequest {
  fetch: typeof fetch
  /** A sitemap, or any address of a site that has one at its root. */
  url: URL
  signal: AbortSignal
  limit: number
}

const MOST_SITEMAPS = 20

/** The addresses a sitemap lists, those of the sitemaps it refers to included. */
export async function readSitemap({ fetch, url, signal, limit }: SitemapRequest): Promise<string[]> {
  const first = url.pathname.endsWith('.xml') ? url : new URL('/sitemap.xml', url)
  const waiting = [first.href]
  const pages: string[] = []
  for (let read = 0; waiting.length > 0 && pages.length < limit && read < MOST_SITEMAPS; read += 1) {
    const { html: xml } = await fetchPage({ fetch, url: waiting.shift() ?? first, signal })
    const addresses = sitemapAddresses(xml, { pages: limit - pages.length, sitemaps: MOST_SITEMAPS })
    pages.push(...addresses.pages)
    waiting.push(...addresses.sitemaps)
  }
  if (pages.length === 0) {
    throw new NodeError(`${first.href} contains no pages.`, {
      code: 'not-found',
      field: 'url',
      hint: 'Enter the URL of the sitemap itself, or follow links instead.',
    })
  }
  return pages
}
