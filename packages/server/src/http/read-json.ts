import { AppError } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes as many values as fit into the body limit: whole databases. */
    isBulk?: boolean
  }
}

/** Deeper than any real request, far from where recursive readers overflow the stack. */
const MAX_DEPTH = 100
/** A small text of brackets and commas becomes a hundred times its size in memory. */
const MAX_VALUES = 100_000

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
    const fault = findShapeFault(text, maxValues)
    if (fault === undefined) void parse(request, text, done)
    else {
      const issues = [{ path: 'body', message: fault }]
      done(new AppError('invalid-request', { issues }, { message: `body: ${fault}` }))
    }
  })
}

/** Looks at the text before it is parsed: what is refused here never costs memory. */
function findShapeFault(text: string, maxValues: number): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_OBJECT:
      case OPEN_LIST:
        depth += 1
        values += 1
        if (depth > MAX_DEPTH) return `Nested deeper than ${MAX_DEPTH} levels`
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth -= 1
        break
      case COMMA:
        values += 1
    }
    if (values > maxValues) return `Holds more than ${maxValues} values`
  }
  return undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const COMMA = 0x2c

/** Jumps from quote to quote: megabytes of a file's text are passed at the speed of a search. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}
