import type { Job } from '@chatwright/contract'
import type { RunEvent } from '@chatwright/core/run'
import { RUN_EVENTS_TYPE } from '@chatwright/core/run'
import { vi } from 'vitest'

/** The edge of the network: answers for jobs as the server does, with what the test says of them. */
export function jobsServer(jobs: Job[]) {
  const streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>()
  const seqs = new Map<string, number>()
  const asked: { method: string; path: string; lastId: string | null }[] = []
  const failing = new Set<string>()
  let held: Promise<void> | undefined
  const find = (id: string | undefined) => jobs.find((job) => job.id === id)
  const answer = (path: string, method: string, query: URLSearchParams, signal?: AbortSignal | null): Response => {
    const [, id, part] = /^\/api\/v1\/jobs\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (part === 'events' && id !== undefined) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          streams.set(id, controller)
          signal?.addEventListener('abort', () => {
            streams.delete(id)
            controller.error(signal.reason)
          })
        },
      })
      return new Response(body, { headers: { 'content-type': RUN_EVENTS_TYPE } })
    }
    if (part === 'cancel') {
      const index = jobs.findIndex((job) => job.id === id)
      const { progress: _, ...job } = jobs[index] as Job
      jobs[index] = { ...job, progress: null, state: 'cancelled', endedDate: new Date().toISOString() }
      return Response.json(jobs[index])
    }
    if (path === '/api/v1/jobs') {
      const isActive = (job: Job) => job.state === 'queued' || job.state === 'running'
      const flow = query.get('chatflowId')
      const items = jobs
        .filter((job) => query.get('state') !== 'active' || isActive(job))
        .filter((job) => flow === null || job.chatflowId === flow)
      return Response.json({ items, nextCursor: null })
    }
    if (path.startsWith('/api/v1/vector/internal-upsert/') && method === 'POST') {
      return Response.json(find('started') ?? jobs[0], { status: 202 })
    }
    return Response.json({ message: `Nothing at ${path}` }, { status: 404 })
  }
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
      const method = init?.method ?? 'GET'
      asked.push({ method, path: url.pathname, lastId: new Headers(init?.headers).get('last-event-id') })
      if (failing.has(url.pathname)) {
        return Response.json({ message: 'The database is locked.', code: 'internal' }, { status: 422 })
      }
      const answered = answer(url.pathname, method, url.searchParams, init?.signal)
      await held
      return answered
    }),
  )
  return {
    jobs,
    asked,
    failing,
    /** From now on answers say what is so now, and arrive once they are released. */
    hold: () => {
      let release = (): void => undefined
      held = new Promise<void>((resolve) => (release = resolve))
      return () => {
        held = undefined
        release()
      }
    },
    follows: (id: string) => streams.has(id),
    tell: (id: string, ...events: RunEvent[]) => {
      const controller = streams.get(id)
      if (!controller) throw new Error(`Nobody follows ${id}`)
      for (const event of events) {
        const told = jobs.findIndex((job) => job.id === id)
        const known = jobs[told]
        if (known && event.type === 'progress') {
          const { type: _, ...progress } = event
          jobs[told] = { ...known, progress }
        }
        const seq = (seqs.get(id) ?? 0) + 1
        seqs.set(id, seq)
        controller.enqueue(new TextEncoder().encode(`id:${id}:${seq}\ndata:${JSON.stringify(event)}\n\n`))
      }
    },
    breakOff: (id: string) => {
      streams.get(id)?.close()
      streams.delete(id)
    },
  }
}
