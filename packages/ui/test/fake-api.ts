import { routeUrl } from '@chatwright/contract'
import type { Route } from '@chatwright/contract'
import { vi } from 'vitest'

/** What came with a request, as the contract of its route reads it. */
export interface Given<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
}

type Answerer<Params, Query, Body, Answer> = (given: Given<Params, Query, Body>) => Answer | Promise<Answer>

interface Served {
  route: Route
  answer: (given: Given<unknown, unknown, unknown>) => unknown
}

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor({ status, code, message }: { status: number; code: string; message: string }) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * The edge of the network: routes of the contract, each answering what the test says. What is sent is read with the
 * contract's own schemas, so that a screen cannot send what the server would not take.
 */
export function fakeApi() {
  const served: Served[] = []
  const heard: { route: Route; given: Given<unknown, unknown, unknown> }[] = []
  const refused: string[] = []

  const respond = async (address: URL, init: RequestInit | undefined): Promise<Response> => {
    const method = init?.method ?? 'GET'
    const found = served.findLast(({ route }) => route.method === method && placeIn(route, address.pathname))
    if (!found) return refusal({ status: 404, code: 'not-found', message: `Nothing at ${method} ${address.pathname}` })
    const { route, answer } = found
    const body: unknown = init?.body === undefined || init.body === null ? undefined : await readBody(init.body)
    const sent = {
      params: placeIn(route, address.pathname),
      query: Object.fromEntries(address.searchParams),
      body,
    }
    const given = { params: sent.params, query: sent.query, body: sent.body } as Given<unknown, unknown, unknown>
    for (const part of ['params', 'query', 'body'] as const) {
      const read = body instanceof FormData && part === 'body' ? undefined : route[part]?.safeParse(sent[part])
      if (read?.success === false) {
        refused.push(`${method} ${route.path}: ${part} ${read.error.message}`)
        return refusal({ status: 400, code: 'invalid-request', message: `The ${part} is not as the contract says.` })
      }
    }
    heard.push({ route, given })
    try {
      const answered = await answer(given)
      if (answered instanceof Response) return answered
      return answered === undefined ? new Response(null, { status: 204 }) : Response.json(answered)
    } catch (error) {
      if (error instanceof Refusal) return refusal(error)
      throw error
    }
  }

  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (input, init) => {
      const address = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
      const response = respond(address, init)
      const { signal } = init ?? {}
      if (!signal) return response
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
      return Promise.race([response, aborted])
    }),
  )

  const on = <Params, Query, Body, Answer>(
    route: Route<Params, Query, Body, Answer>,
    answer: Answerer<Params, Query, Body, Answer | Response>,
  ): void => {
    served.push({ route, answer: answer as Served['answer'] })
  }
  return {
    /** The last that was said of a route counts. */
    on,
    /** Has it refused with these words. */
    refuse(route: { method: string; path: string }, message: string, { status = 422, code = 'refused' } = {}): void {
      on(route as Route, () => {
        throw new Refusal({ status, code, message })
      })
    },
    /** Never answers. */
    hang(route: { method: string; path: string }): void {
      on(route as Route, () => new Promise<never>(() => undefined))
    },
    /** What was sent to a route, in order. */
    sent<Params, Query, Body, Answer>(route: Route<Params, Query, Body, Answer>): Given<Params, Query, Body>[] {
      return heard.filter((one) => one.route === (route as Route)).map(({ given }) => given as never)
    },
    /** Requests that the contract does not allow. */
    refused,
  }
}

function refusal({ status, code, message }: { status: number; code: string; message: string }): Response {
  return Response.json({ error: code, code, message, requestId: 'request-1' }, { status })
}

async function readBody(body: BodyInit): Promise<unknown> {
  if (body instanceof FormData) return body
  const text = await new Response(body).text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

/** The parameters of an address, where it is one of the route. */
function placeIn({ base, path }: Pick<Route, 'base' | 'path'>, address: string): Record<string, string> | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const marks = Object.fromEntries(names.map((name) => [name, `mark-${name}`]))
  const wanted = routeUrl({ base, path }, { params: marks }).split('/')
  const parts = address.split('/')
  if (wanted.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, word] of wanted.entries()) {
    const name = names.find((each) => word === `mark-${each}`)
    const part = decodeURIComponent(parts[at] ?? '')
    if (name !== undefined) params[name] = part
    else if (word !== part) return undefined
  }
  return params
}
