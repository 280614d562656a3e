import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReleasePage {
  url: string
  /** What it answers from now on. */
  answer: { status: number; body: string }
  /** The addresses and passwords it was sent. */
  asked: { path: string; authorization: string | undefined }[]
  close(): Promise<void>
}

/** The public page of a source-code host that names the newest release, as such hosts answer. */
export async function startReleasePage(): Promise<ReleasePage> {
  const page: Omit<ReleasePage, 'url' | 'close'> = { answer: { status: 200, body: '{}' }, asked: [] }
  const server = createServer((request, response) => {
    page.asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
    response.writeHead(page.answer.status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(page.answer.body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(page, {
    url: `http://127.0.0.1:${port}/repos/owner/name/releases/latest`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
