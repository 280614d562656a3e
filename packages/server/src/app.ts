import { AppError, type Route } from '@chatwright/contract'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { serveBotPage, type FrameOrigins } from './door/http/bot-page.ts'
import { installReports } from './door/http/blocked-reports.ts'
import { answerBrokenSocket, answerUnreadableAddress } from './door/http/broken-requests.ts'
import { installCors } from './door/http/cors.ts'
import { answerError } from './door/http/error-answer.ts'
import type { Handler } from './door/http/handle.ts'
import { installBodyBudget } from './door/http/body-budget.ts'
import { isStranger } from './door/http/is-stranger.ts'
import { installForms } from './door/http/read-form.ts'
import { installJsonBodies } from './door/http/read-json.ts'
import { notHere } from './door/http/older-routes.ts'
import { registerRoutes, type RegisterOptions } from './door/http/register-routes.ts'
import { installSendBudget } from './door/http/send-budget.ts'
import { installSecurityHeaders } from './door/http/security-headers.ts'
import { isPageRequest, serveApp } from './door/http/static-app.ts'
import type { Config } from './ground/config/config.ts'
import { measureRequests } from './process/metrics/metric-routes.ts'
import type { Metrics } from './process/metrics/metrics.ts'

export interface AppOptions extends RegisterOptions {
  config: Pick<Config, 'bodyLimit' | 'uploadLimit' | 'corsOrigins' | 'trustedProxies' | 'releasesUrl' | 'publicUrl'>
  logger: FastifyBaseLogger
  handlers: readonly Handler[]
  metrics?: Pick<Metrics, 'request'> | undefined
  /** The built browser application; left out in tests of the API alone. */
  appFolder?: string | undefined
  frameOrigins?: FrameOrigins | undefined
  isShuttingDown(): boolean
}

/** How long answers under way may still take when the server ends; runs were waited for before. */
const CLOSE_GRACE_MS = 1000

/** The HTTP application: everything that listens, nothing that decides. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, handlers } = options
  const app = Fastify({
    loggerInstance: options.logger,
    bodyLimit: config.bodyLimit,
    trustProxy: trustProxy(config.trustedProxies),
    genReqId: () => randomUUID(),
    // A line per request costs as much as serving one; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    // The schemas of routes are zod's: what checks JSON schemas would be read at every start for nothing.
    schemaController: { compilersFactory: { buildValidator: noJsonSchema, buildSerializer: noJsonSchema } },
    // What little is logged names its request itself.
    childLoggerFactory: (logger) => logger,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 2000 },
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Slow readers of one request must not hold a connection for ever: headers first, then the whole.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 1000 },
    requestTimeout: 120_000,
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: answerBrokenSocket,
  })
  installJsonBodies(app)
  installForms(app, config)
  installReports(app)
  installBodyBudget(app, { isStranger })
  installSendBudget(app, { isStranger })
  installSecurityHeaders(app, config)
  installCors(app, config.corsOrigins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (!options.isShuttingDown() || request.url.startsWith('/health/')) {
      done()
      return
    }
    reply.header('connection', 'close')
    done(new AppError('shutting-down'))
  })
  const hasApp = options.appFolder !== undefined && serveApp(app, options.appFolder)
  if (hasApp && options.frameOrigins) serveBotPage(app, options.frameOrigins)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    hasApp && isPageRequest(request)
      ? reply.header('cache-control', 'no-cache').sendFile('index.html')
      : answerError(notHere(request.url), request, reply),
  )
  // A connection opened ahead of any request counts as busy to Node, and would keep the process for a minute.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  })
  if (options.metrics) measureRequests(app, options.metrics)
  registerRoutes(app, handlers, options)
  await app.ready()
  return app
}

function noJsonSchema(): never {
  throw new Error('Routes are declared with zod')
}

/** A number of hops counts from the nearest one; addresses are matched as they are. */
function trustProxy(proxies: Config['trustedProxies']) {
  if (typeof proxies !== 'number') return proxies
  return proxies === 0 ? false : (_address: string, hop: number) => hop < proxies
}

/** The table `chatwright routes` prints. */
export function printRoutes(routes: readonly Route[]): string {
  return routes
    .map((route) => `${route.method.padEnd(6)} ${route.access.padEnd(6)} ${route.base}${route.path}`)
    .sort()
    .join('\n')
}
