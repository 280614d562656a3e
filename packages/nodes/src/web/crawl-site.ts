import { NodeError, type NodeContext, type ReportFailure } from '@chatwright/core'
import { Turn } from '../turns/take-turns.ts'
import { fetchPage, webAddress } from './fetch-page.ts'
import type { ReadPage } from './page-text.ts'
import { readHtml } from './read-html.ts'
import { readSitemap } from './read-sitemap.ts'

export interface CrawlRequest {
  context: Pick<NodeContext, 'fetch' | 'isolate'>
  url: string
  signal: AbortSignal
  /** Hears of pages that were left out. */
  report?: ReportFailure | undefined
  /** `links` follows the links of each page within its site, `sitemap` the addresses a sitemap lists. */
  follow: 'none' | 'links' | 'sitemap'
  maxPages: number
  maxDepth?: number
  selector?: string
}

export interface CrawledPage extends ReadPage {
  url: string
}

const PAGES_AT_ONCE = 4

/** Reads a page and what it leads to. A page that fails is left out, unless it is the first. */
export async function crawlSite(request: CrawlRequest): Promise<CrawledPage[]> {
  const { context, signal, follow, maxPages, maxDepth = Number.POSITIVE_INFINITY } = request
  const start = webAddress(request.url)
  const seen = new Set<string>()
  const pages: CrawledPage[] = []
  let level =
    follow === 'sitemap'
      ? await readSitemap({ fetch: context.fetch, url: start, signal, limit: maxPages })
      : [start.href]

  for (let depth = 0; level.length > 0 && depth <= maxDepth; depth += 1) {
    const fresh = level.filter((url) => !seen.has(url)).slice(0, maxPages - pages.length)
    for (const url of fresh) seen.add(url)
    const read = await readSome(fresh, request)
    pages.push(...read)
    const most = follow === 'links' && depth < maxDepth ? maxPages - pages.length : 0
    level = await linksFrom(read, { start, seen, most })
  }
  return pages
}

async function readSome(urls: readonly string[], request: CrawlRequest): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = []
  for (let at = 0; at < urls.length; at += PAGES_AT_ONCE) {
    const outcomes = await Promise.allSettled(urls.slice(at, at + PAGES_AT_ONCE).map((url) => readOne(url, request)))
    request.signal.throwIfAborted()
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') pages.push(outcome.value)
      else if (isEssential(outcome.reason, { urls, request })) throw outcome.reason
      else request.report?.(urls[at + index] ?? request.url, outcome.reason)
    }
  }
  return pages
}

async function readOne(url: string, { context, signal, selector }: CrawlRequest): Promise<CrawledPage> {
  const { html } = await fetchPage({ fetch: context.fetch, url, signal })
  return { url, ...(await readHtml(html, { context, selector, signal })) }
}

function isEssential(reason: unknown, { urls, request }: { urls: readonly string[]; request: CrawlRequest }): boolean {
  const isOnlyPage = urls.length === 1 && urls[0] === new URL(request.url).href
  return isOnlyPage || !(reason instanceof NodeError) || reason.field === 'selector'
}

interface Following {
  start: URL
  seen: ReadonlySet<string>
  /** So many pages are still read. */
  most: number
}

/**
 * What pages lead to within the site and nobody has looked at yet, without fragments: no more than is read. A thousand pages may name
 * five thousand addresses each, so that others have their turns in between.
 */
async function linksFrom(pages: readonly CrawledPage[], { start, seen, most }: Following): Promise<string[]> {
  const found = new Set<string>()
  const turn = new Turn()
  for (const { url: base, links } of pages) {
    for (const link of links) {
      if (found.size >= most) return [...found]
      if (turn.isOver) await turn.next()
      if (!URL.canParse(link, base)) continue
      const url = new URL(link, base)
      url.hash = ''
      if (url.origin === start.origin && !seen.has(url.href)) found.add(url.href)
    }
  }
  return [...found]
}
