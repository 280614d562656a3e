import type { FastifyInstance } from 'fastify'

/** No inline script, no eval, nothing from other hosts; pictures in answers load only when a person asks. */
const directives = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' https://api.github.com",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
]

/** The policy of a page, and who may put it into a frame. */
export function contentPolicy(frameAncestors: readonly string[] = ["'none'"]): string {
  return [...directives, `frame-ancestors ${frameAncestors.join(' ')}`].join('; ')
}

const policy = contentPolicy()

export function installSecurityHeaders(app: FastifyInstance): void {
  // With a callback: a promise for every request would cost more than the headers.
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      // What may be kept says so itself: pictures, the built application, the catalogue.
      'cache-control': 'no-store',
    })
    done()
  })
}
