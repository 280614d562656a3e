import { reportBlocked, routeUrl } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../ground/config/config.ts'

const REPORTS = routeUrl(reportBlocked)

/** No inline script, no eval, nothing from other hosts; pictures in answers load only when a person asks. */
const directives = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  // Answers that are spoken.
  'media-src': "'self' blob:",
  'font-src': "'self' data:",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'self'",
  'form-action': "'self'",
  // Browsers know one or the other of these.
  'report-uri': REPORTS,
  'report-to': 'csp',
}

/** What a report may be about. */
export const policyDirectives: ReadonlySet<string> = new Set([
  ...Object.keys(directives),
  'connect-src',
  'frame-ancestors',
])

interface PolicyOptions {
  /** Who may put the page into a frame. */
  frameAncestors?: readonly string[]
  /** What it may call besides its own server. */
  connect?: readonly string[]
}

/** The policy of a page. */
export function contentPolicy({ frameAncestors = ["'none'"], connect = [] }: PolicyOptions = {}): string {
  const all = {
    ...directives,
    'connect-src': ["'self'", ...connect].join(' '),
    'frame-ancestors': frameAncestors.join(' '),
  }
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** Voices are recorded and texts copied; nothing else of a device is asked for, whatever gets into a page. */
const unused =
  'accelerometer bluetooth camera display-capture geolocation gyroscope hid magnetometer midi payment serial usb xr-spatial-tracking'
const permissions = `microphone=(self), clipboard-write=(self), ${unused.replaceAll(' ', '=(), ')}=()`

const YEAR_SECONDS = 31_536_000

/** Where people reach the server over HTTPS alone, browsers hold to that. Other names below the domain are not ours to speak for. */
const overHttps = {
  'strict-transport-security': `max-age=${YEAR_SECONDS}`,
  'permissions-policy': permissions,
}

/** The pages call their own server, and the release page where the operator named one. */
export function installSecurityHeaders(
  app: FastifyInstance,
  { releasesUrl, publicUrl }: Pick<Config, 'releasesUrl' | 'publicUrl'>,
): void {
  const headers = {
    'content-security-policy': contentPolicy({
      connect: releasesUrl === undefined ? [] : [new URL(releasesUrl).origin],
    }),
    'reporting-endpoints': `csp="${REPORTS}"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    // What may be kept says so itself: pictures, the built application, the catalogue.
    'cache-control': 'no-store',
    ...(publicUrl?.startsWith('https:') && overHttps),
  }
  // With a callback: a promise for every request would cost more than the headers.
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
}
