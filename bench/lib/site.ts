import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody else's site that shows a flow's widget, open. */
export async function startSite(serverUrl: string, flowId: string): Promise<{ url: string; close(): Promise<void> }> {
  const page = `<!doctype html><html lang="en"><title>A shop</title><h1>A shop</h1><p>Cakes of all kinds.</p>
<script type="module" src="${serverUrl}/widget.js"></script><chatwright-chat flow-id="${flowId}" open></chatwright-chat></html>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
