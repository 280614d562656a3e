import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pages that were not rendered: the generator says so and goes on. */
export function findEmptyPages(folder) {
  return pagesOf(folder)
    .filter((page) => !/<h1[\s>]/.test(readFileSync(join(folder, page), 'utf8')))
    .map((page) => `${page} was not rendered; see above.`)
}

/** Every address inside a built site that no file answers, or whose anchor its page does not have. */
export function findDeadLinks(folder, base = '/') {
  const anchors = new Map()
  const anchorsOf = (page) => {
    if (!anchors.has(page)) {
      const html = readFileSync(join(folder, page), 'utf8')
      anchors.set(page, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => decode(id))))
    }
    return anchors.get(page)
  }
  return pagesOf(folder).flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8')
    const here = new URL(`${base}${page}`, 'https://site')
    const addresses = new Set([...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address]) => decode(address)))
    return [...addresses].flatMap((address) => {
      const url = new URL(address, here)
      if (url.origin !== here.origin) return []
      const path = decodeURIComponent(url.pathname)
      const file = path.startsWith(base) ? path.slice(base.length).replace(/(^|\/)$/, '$1index.html') : undefined
      if (file === undefined || !existsSync(join(folder, file))) return [`${page} leads nowhere: ${address}`]
      const anchor = decodeURIComponent(url.hash.slice(1))
      return anchor === '' || anchorsOf(file).has(anchor) ? [] : [`${page} leads nowhere: ${address}`]
    })
  })
}

function pagesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split('\\').join('/'))
    .filter((path) => path.endsWith('.html') && path !== '404.html')
}

function decode(text) {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}
