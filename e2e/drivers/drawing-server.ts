import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'

import { paintPicture } from './paint-picture.ts'

export interface DrawingServer {
  url: string
  close(): Promise<void>
}

/** A real MCP server over streamable HTTP, with one tool, `draw`, that answers with a sentence and a picture. */
export async function startDrawingServer(picture = paintPicture({ width: 1280, height: 720 })): Promise<DrawingServer> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'drawing', version: '1.0.0' })
    server.registerTool('draw', { description: 'Draws a chart of the sales.' }, async () => ({
      content: [
        { type: 'text', text: 'The chart of the sales.' },
        { type: 'image', mimeType: 'image/png', data: picture.toString('base64') },
      ],
    }))
    return server
  })
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = 'GET' } = incoming
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${incoming.url}`, {
        method,
        headers: incoming.headers as Record<string, string>,
        ...(method === 'POST' && { body: Buffer.concat(chunks) }),
      }),
    )
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
