import type { FastifyInstance } from 'fastify'

/** Lets the origins the operator listed call the whole API from a browser. Flows open theirs in their own gate. */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin
    if (!origin || !(origins.includes(origin) || origins.includes('*'))) return
    reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'content-type, authorization, last-event-id, idempotency-key, x-request-from',
        'access-control-max-age': '600',
      })
      .status(204)
      .send()
  })
}
