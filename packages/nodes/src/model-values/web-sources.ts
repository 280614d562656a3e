import type { Document } from '@chatwright/core'

/** A page that a vendor's own tool read, and what of it stands behind the answer, where the vendor says so. */
export interface ReadPage {
  url?: string | undefined
  title?: string | null | undefined
  text?: string | undefined
}

const MOST_PAGES = 50
const LONGEST_TEXT = 2000

/** Pages as sources of an answer: each once, with all that is quoted of it. */
export function webSources(pages: readonly ReadPage[]): Document[] {
  const byUrl = new Map<string, { title: string; texts: Set<string> }>()
  for (const { url = '', title, text = '' } of pages) {
    if (!isWebAddress(url) || (byUrl.size >= MOST_PAGES && !byUrl.has(url))) continue
    const page = byUrl.get(url) ?? { title: '', texts: new Set<string>() }
    byUrl.set(url, page)
    page.title ||= title ?? ''
    if (text !== '') page.texts.add(text)
  }
  return [...byUrl].map(([url, { title, texts }]) => ({
    pageContent: [...texts].join('\n').slice(0, LONGEST_TEXT) || title || url,
    metadata: { source: url, ...(title !== '' && { title }) },
  }))
}

/** What a vendor sends is shown as a link: no other kind of address may come that way. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}
