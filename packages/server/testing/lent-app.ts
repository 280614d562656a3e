import type { FastifyInstance, FastifyRequest } from 'fastify'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createApp, type AppOptions } from '../src/app.ts'

/** The real application over HTTP, lent to one test server after another. */
export interface LentApp {
  app: FastifyInstance
  /** Where it listens from now on. */
  listen(): Promise<string>
  giveBack(): Promise<void>
}

/** What a test server decides and answers. */
type Served = Pick<AppOptions, 'access' | 'audit' | 'flowGate' | 'handlers' | 'metrics' | 'isShuttingDown'>

interface KeptApp {
  app: FastifyInstance
  /** Whose it is now. */
  served: Served | undefined
}

const kept = new Map<string, KeptApp[]>()

/**
 * To register all routes takes as long as everything else in a server's start, and depends on its settings alone. It is
 * done once for all servers with the same ones; whatever the application asks is asked of the server that it is lent to.
 */
export async function lendApp(options: AppOptions): Promise<LentApp> {
  const { config, logger, ...served } = options
  const { bodyLimit, uploadLimit, corsOrigins, trustedProxies, releasesUrl, publicUrl } = config
  const routes = served.handlers.map(({ route }) => `${route.method} ${route.base}${route.path}`)
  const settings = [bodyLimit, uploadLimit, corsOrigins, trustedProxies, releasesUrl, publicUrl ?? null]
  const kind = JSON.stringify([...settings, logger.level, routes])
  const alike = kept.get(kind) ?? []
  kept.set(kind, alike)
  const lent = alike.pop() ?? (await openApp(options))
  lent.served = served
  const { app } = lent
  return {
    app,
    async listen() {
      // Not through Fastify, which does so once only.
      app.server.listen(0, '127.0.0.1')
      await once(app.server, 'listening')
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    async giveBack() {
      if (app.server.listening) await stopListening(app)
      // Whoever was asked last may still be writing down that they were.
      await nextTurn()
      lent.served = undefined
      alike.push(lent)
    },
  }
}

async function openApp({ config, logger, handlers }: AppOptions): Promise<KeptApp> {
  const now = (): Served => {
    if (lent.served) return lent.served
    throw new Error('The test server is closed.')
  }
  /** A request that outlives its server must not go on at the next one. */
  const asked = new WeakMap<FastifyRequest, Served>()
  const servedOf = (request: FastifyRequest): Served => asked.get(request) ?? now()
  const app = await createApp({
    config,
    logger,
    access: {
      identify(request, route) {
        asked.set(request, now())
        return servedOf(request).access.identify(request, route)
      },
      admit: (route, caller, request) => servedOf(request).access.admit(route, caller, request),
    },
    audit: {
      around: (call, work) => now().audit?.around(call, work) ?? work(),
      refused: async (call, code) => now().audit?.refused(call, code),
    },
    flowGate: (call) => servedOf(call.request).flowGate(call),
    handlers: handlers.map(({ route }, place) => ({
      route,
      run: (call) => servedOf(call.request).handlers[place]?.run(call),
    })),
    metrics: { request: (observed) => lent.served?.metrics?.request(observed) },
    isShuttingDown: () => lent.served?.isShuttingDown() ?? true,
  })
  const lent: KeptApp = { app, served: undefined }
  return lent
}

/** As Fastify does when it closes: with a moment for answers under way. */
async function stopListening({ server }: FastifyInstance): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const lastResort = setTimeout(() => server.closeAllConnections(), 1000)
  await closed
  clearTimeout(lastResort)
}
