import { AppError, reportBlocked } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createFailureLimiter } from './failure-limiter.ts'
import { handle, type Handler } from './handle.ts'
import { policyDirectives } from './security-headers.ts'

/** As browsers send them: one by one to `report-uri`, or several to where `report-to` leads. */
const Directive = z.string().max(1000).optional().catch(undefined)
const Reports = z.union([
  z
    .object({ 'csp-report': z.object({ 'effective-directive': Directive, 'violated-directive': Directive }) })
    .transform(({ 'csp-report': report }) => [report['effective-directive'] ?? report['violated-directive']]),
  z
    .array(z.object({ type: z.string(), body: z.object({ effectiveDirective: Directive }).nullish() }))
    .max(100)
    .transform((reports) =>
      reports.filter(({ type }) => type === 'csp-violation').map(({ body }) => body?.effectiveDirective),
    ),
])

/** Reads what browsers send as reports, where a route takes bytes, and nowhere else. */
export function installReports(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (request.routeOptions.config.isRaw) done(null, body)
      else done(new AppError('unsupported-media-type'))
    },
  )
}

/** Counts what policies of pages blocked. Anybody may say so: nothing of it is kept, and not even counted without a bound. */
export function blockedReportRoutes(count: (directive: string) => void): Handler[] {
  const senders = createFailureLimiter()
  return [
    handle(reportBlocked, async ({ request, reply }) => {
      senders.check(request.ip)
      senders.count(request.ip)
      for (const directive of readReports(request.body)) count(directive)
      return reply.status(204).send()
    }),
  ]
}

/** The directives that reports name, ours by name and all others as one. */
function readReports(body: unknown): string[] {
  const reports = Reports.safeParse(Buffer.isBuffer(body) ? jsonOf(body) : undefined)
  if (!reports.success) {
    const issues = [{ path: 'body', message: 'Expected reports of a Content-Security-Policy' }]
    throw new AppError('invalid-request', { issues })
  }
  return reports.data.map((directive) => {
    // `script-src-elem 'self'` is about what `script-src` allows.
    const name = directive?.split(' ', 1)[0]?.replace(/-(elem|attr)$/, '') ?? ''
    return policyDirectives.has(name) ? name : 'other'
  })
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
