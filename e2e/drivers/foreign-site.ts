import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

export const FLOWISE_EMBED = createRequire(import.meta.url).resolve('flowise-embed/dist/web.js')

export interface ForeignSite {
  url: string
  /** What stands on its page from now on: at the same address, the next journey has the page of the last one lent. */
  body: string
  close(): Promise<void>
}

/** A page of somebody else: another origin than the product's. It also serves the unchanged flowise-embed. */
export async function startForeignSite(body = ''): Promise<ForeignSite> {
  const page = (inside: string) =>
    `<!doctype html><html lang="en"><head><title>Their site</title><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>Their site</h1></main>${inside}</body></html>`
  const site = createServer((request, response) => {
    if (request.url === '/web.js') {
      void readFile(FLOWISE_EMBED).then((text) => {
        response.writeHead(200, { 'content-type': 'text/javascript' })
        response.end(text)
      })
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page(started.body))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const started: ForeignSite = {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    body,
    close: () =>
      new Promise((resolve) => {
        site.closeAllConnections()
        site.close(() => resolve())
      }),
  }
  return started
}
