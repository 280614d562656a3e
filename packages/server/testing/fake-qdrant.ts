import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Point {
  id: string
  vector: number[]
  payload: Record<string, unknown>
}

export interface FakeQdrant {
  url: string
  points: Map<string, Point>
  /** Waited for before points are stored. */
  beforeStoring: () => Promise<void>
  /** Waited for before points are deleted. */
  beforeDeleting: () => Promise<void>
  /** Waited for once points are deleted, before that is answered. */
  afterDeleting: () => Promise<void>
  close(): Promise<void>
}

/** A vector store on this machine that answers the calls of Qdrant's API which a store of documents makes. */
export async function startFakeQdrant(): Promise<FakeQdrant> {
  const points = new Map<string, Point>()
  const nothing = async (): Promise<void> => {}
  const qdrant: FakeQdrant = {
    url: '',
    points,
    beforeStoring: nothing,
    beforeDeleting: nothing,
    afterDeleting: nothing,
    close: nothing,
  }
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      const [, path = ''] = /^\/collections\/shop([^?]*)/.exec(request.url ?? '') ?? []
      const isStoring = path === '/points' && request.method === 'PUT'
      if (isStoring) await qdrant.beforeStoring()
      const isDeleting = path === '/points/delete'
      if (isDeleting) await qdrant.beforeDeleting()
      if (response.destroyed) return
      const result = isStoring ? store(points, body) : answer(points, path, body)
      if (isDeleting) await qdrant.afterDeleting()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ result }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  qdrant.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  qdrant.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return qdrant
}

interface Body {
  points?: unknown[]
  ids?: string[]
  query?: number[]
  limit?: number
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Body
}

function store(points: Map<string, Point>, { points: sent = [] }: Body): object {
  for (const point of sent as Point[]) points.set(point.id, point)
  return {}
}

function answer(points: Map<string, Point>, path: string, { points: gone = [], ids = [], query = [], limit }: Body) {
  if (path === '/points') return ids.flatMap((id) => points.get(id) ?? [])
  if (path === '/points/delete') for (const id of gone) points.delete(String(id))
  if (path !== '/points/query') return {}
  const scored = [...points.values()].map((point) => ({ ...point, score: nearness(point.vector, query) }))
  return { points: scored.sort((one, other) => other.score - one.score).slice(0, limit) }
}

function nearness(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, x, index) => sum + x * (b[index] ?? 0), 0)
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other))
}
