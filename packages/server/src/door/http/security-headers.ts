import type { FastifyInstance } from 'fastify'
import type { Config } from '../../ground/config/config.ts'

/** No inline script, no eval, nothing from other hosts; pictures in answers load only when a person asks. */
const directives = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Answers that are spoken.
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
]

interface PolicyOptions {
  /** Who may put the page into a frame. */
  frameAncestors?: readonly string[]
  /** What it may call besides its own server. */
  connect?: readonly string[]
}

/** The policy of a page. */
export function contentPolicy({ frameAncestors = ["'none'"], connect = [] }: PolicyOptions = {}): string {
  const calls = `connect-src ${["'self'", ...connect].join(' ')}`
  return [...directives, calls, `frame-ancestors ${frameAncestors.join(' ')}`].join('; ')
}

/** The pages call their own server, and the release page where the operator named one. */
export function installSecurityHeaders(app: FastifyInstance, { releasesUrl }: Pick<Config, 'releasesUrl'>): void {
  const policy = contentPolicy({ connect: releasesUrl === undefined ? [] : [new URL(releasesUrl).origin] })
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
