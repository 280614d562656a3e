import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** How a bucket fails: it breaks the line, never answers, refuses, has more to do than it can, or deletes nothing and says 200. */
export type BucketFault = 'broken' | 'silent' | 'denied' | 'busy' | 'undeleted' | 'cut'

export interface OwnBucket {
  options: {
    bucket: string
    region: string
    endpoint: string
    credentials: { accessKeyId: string; secretAccessKey: string }
  }
  /** What a server is started with to keep its files here. */
  env: Record<string, string>
  objects: Map<string, { bytes: Buffer; type: string; name: string }>
  fault: BucketFault | undefined
  close(): Promise<void>
}

/** The part of the S3 protocol that objects need, in memory. */
export async function startBucket(): Promise<OwnBucket> {
  const objects: OwnBucket['objects'] = new Map()
  const server: Server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket')
    const key = decodeURIComponent(pathname.replace(/^\/kept\/?/, ''))
    const xml = (text: string, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
    const fault = (code: string, status: number): void =>
      xml(`<Error><Code>${code}</Code><Message>No</Message></Error>`, status)
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    if (own.fault === 'broken') return void request.socket.destroy()
    if (own.fault === 'silent') return
    if (own.fault === 'denied') return fault('AccessDenied', 403)
    if (own.fault === 'busy') return fault('SlowDown', 503)
    const found = objects.get(key)
    if (request.method === 'PUT') {
      objects.set(key, {
        bytes: request.headers['content-encoding']?.includes('aws-chunked') ? unchunk(body) : body,
        type: request.headers['content-type'] ?? '',
        name: String(request.headers['x-amz-meta-name'] ?? ''),
      })
      response.end()
    } else if (request.method === 'POST') {
      const keys = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/g)].map(([, each = '']) => each)
      if (own.fault === 'undeleted') {
        const errors = keys.map((each) => `<Error><Key>${each}</Key><Code>AccessDenied</Code></Error>`)
        return xml(`<DeleteResult>${errors.join('')}</DeleteResult>`)
      }
      for (const each of keys) objects.delete(each)
      xml('<DeleteResult/>')
    } else if (searchParams.has('list-type')) {
      const keys = [...objects.keys()].filter((name) => name.startsWith(searchParams.get('prefix') ?? ''))
      const contents = keys.map((name) => `<Contents><Key>${name}</Key></Contents>`)
      xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`)
    } else if (found) {
      const headers = {
        'content-type': found.type,
        'x-amz-meta-name': found.name,
        'content-length': found.bytes.length,
      }
      response.writeHead(200, headers)
      if (own.fault !== 'cut') response.end(found.bytes)
      else response.write(found.bytes.subarray(0, -1), () => request.socket.destroy())
    } else {
      fault('NoSuchKey', 404)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const own: OwnBucket = {
    options: { bucket: 'kept', region: 'here', endpoint, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } },
    env: {
      S3_BUCKET: 'kept',
      S3_REGION: 'here',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    },
    objects,
    fault: undefined,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  return own
}

/** The SDK may send a body in signed chunks: a size line, the bytes, and so on. */
function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, lineEnd).toString(), 16)
    if (!size) break
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts)
}
