import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the vendor does with one request. */
export type Misbehaviour = (response: ServerResponse) => void

export interface BrokenVendor {
  url: string
  /** When each request arrived. */
  arrivals: number[]
  /** One behaviour per request; the last one stays. */
  script: Misbehaviour[]
  close(): Promise<void>
}

/** A vendor that answers wrongly, each time as told. */
export async function startBrokenVendor(): Promise<BrokenVendor> {
  const vendor: BrokenVendor = { url: '', arrivals: [], script: [], close: async () => undefined }
  const server = createServer((request, response) => {
    const behave = vendor.script[Math.min(vendor.arrivals.length, vendor.script.length - 1)]
    vendor.arrivals.push(performance.now())
    request.resume().on('end', () => behave?.(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  vendor.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return vendor
}

export const behaviours = {
  refuse:
    (status: number, headers: Record<string, string> = {}): Misbehaviour =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ error: { message: `Vendor says ${status}` } }))
    },
  sendOn:
    (status: number, location: string): Misbehaviour =>
    (response) => {
      response.writeHead(status, { location }).end()
    },
  /** Takes the request and says nothing. */
  hang: (): Misbehaviour => () => undefined,
  /** Starts to answer and then says nothing more. */
  stall: (): Misbehaviour => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(token('Half'))
  },
  reset: (): Misbehaviour => (response) => {
    response.socket?.resetAndDestroy()
  },
  cut: (): Misbehaviour => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(token('Half'), () => response.socket?.destroy())
  },
  garbage:
    (text: string, type = 'text/event-stream'): Misbehaviour =>
    (response) => {
      response.writeHead(200, { 'content-type': type })
      response.end(text)
    },
  well: (): Misbehaviour => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${token('All')}${token(' well')}data: [DONE]\n\n`)
  },
}

function token(content: string): string {
  return `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`
}
