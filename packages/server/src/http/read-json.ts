import { AppError } from '@chatwright/contract'
import { findShapeFault } from '@chatwright/core'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes as many values as fit into the body limit: whole databases. */
    isBulk?: boolean
    /** Takes the bytes as they were sent. */
    isRaw?: boolean
  }
}

/** A small text of brackets and commas becomes a hundred times its size in memory. */
export const MAX_VALUES = 100_000

/** Larger bodies are put together, decoded and parsed one turn each: tens of megabytes would otherwise keep everybody waiting. */
const LARGE = 1024 ** 2

/** Reads JSON bodies, and nothing else without being asked: a form of another site cannot pass for JSON as plain text. */
export function installJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    // A compressed body could unfold to anything; none of our clients sends one.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      done(new AppError('unsupported-media-type'))
      return
    }
    // Clients send the content type with every request; an empty body says nothing, as none does.
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    if (request.routeOptions.config.isRaw) {
      done(null, bytes)
      return
    }
    const inTurn = bytes.length > LARGE ? setImmediate : (work: () => void): void => work()
    inTurn(() => {
      const text = bytes.toString('utf8')
      inTurn(() => {
        const maxValues = request.routeOptions.config.isBulk ? Number.POSITIVE_INFINITY : MAX_VALUES
        const fault = findShapeFault(text, { maxValues })
        if (fault === undefined) void parse(request, text, done)
        else {
          const issues = [{ path: 'body', message: fault }]
          done(new AppError('invalid-request', { issues }, { message: `body: ${fault}` }))
        }
      })
    })
  })
}
