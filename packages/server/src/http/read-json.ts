import { AppError } from '@chatwright/contract'
import { findShapeFault } from '@chatwright/core'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes as many values as fit into the body limit: whole databases. */
    isBulk?: boolean
  }
}

/** A small text of brackets and commas becomes a hundred times its size in memory. */
export const MAX_VALUES = 100_000

/** Reads JSON bodies, and nothing else without being asked: a form of another site cannot pass for JSON as plain text. */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A compressed body could unfold to anything; none of our clients sends one.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      done(new AppError('unsupported-media-type'))
      return
    }
    const text = String(body)
    // Clients send the content type with every request; an empty body says nothing, as none does.
    if (text === '') {
      done(null, undefined)
      return
    }
    const maxValues = request.routeOptions.config.isBulk ? Number.POSITIVE_INFINITY : MAX_VALUES
    const fault = findShapeFault(text, { maxValues })
    if (fault === undefined) void parse(request, text, done)
    else {
      const issues = [{ path: 'body', message: fault }]
      done(new AppError('invalid-request', { issues }, { message: `body: ${fault}` }))
    }
  })
}
