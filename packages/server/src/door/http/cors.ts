import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Lets the origins the operator listed call the whole API from a browser. Flows open theirs in their own gate. */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin
    if (!origin || !(origins.includes(origin) || origins.includes('*'))) return
    reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return answerPreflight(request, reply, 'GET, POST, PUT, PATCH, DELETE')
  })
}

/**
 * Pages add headers of their own, which a browser sends only where they are allowed by name. No answer that a page can read
 * depends on cookies, so allowing them all opens nothing.
 */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: string): FastifyReply {
  const asked = request.headers['access-control-request-headers'] ?? ''
  return reply
    .headers({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': isListOfNames(asked) ? namesIn(asked).join(', ') : USUAL_HEADERS,
      'access-control-max-age': '600',
    })
    .status(204)
    .send()
}

const USUAL_HEADERS = 'content-type, authorization, last-event-id, idempotency-key'

/** Header names and commas: what a client says is given back only when it can say nothing else. */
function isListOfNames(text: string): boolean {
  return text.length <= 2000 && namesIn(text).every((name) => /^[\w-]+$/.test(name))
}

function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim())
}
