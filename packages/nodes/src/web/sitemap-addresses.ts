import { readXml } from './read-xml.ts'

export interface SitemapAddresses {
  pages: string[]
  sitemaps: string[]
}

/** The protocol's own limit. */
const LONGEST_ADDRESS = 2048

/** The addresses in a sitemap, so many of each kind at most. */
export function sitemapAddresses(xml: string, most: { pages: number; sitemaps: number }): SitemapAddresses {
  const found: SitemapAddresses = { pages: [], sitemaps: [] }
  let list: keyof SitemapAddresses | undefined
  let address: string | undefined
  readXml(xml, {
    open(name) {
      if (name === 'url') list = 'pages'
      else if (name === 'sitemap') list = 'sitemaps'
      else if (name === 'loc' && list) address = ''
    },
    text(text) {
      if (address !== undefined && address.length <= LONGEST_ADDRESS) address += text
    },
    close(name) {
      if (name === 'url' || name === 'sitemap') list = undefined
      if (name !== 'loc' || address === undefined || !list) return
      const written = address.trim()
      address = undefined
      if (found[list].length < most[list] && written.length <= LONGEST_ADDRESS && URL.canParse(written)) {
        found[list].push(written)
      }
    },
  })
  return found
}
