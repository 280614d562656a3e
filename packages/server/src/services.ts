import type { Logger } from 'pino'
import { createChatflowService } from './chatflows/chatflow-service.ts'
import { createChatflowStore } from './chatflows/chatflow-store.ts'
import { chatflowRoutes } from './chatflows/chatflow-routes.ts'
import type { Config } from './config.ts'
import { databaseRoutes } from './database/database-routes.ts'
import { createDatabaseService } from './database/database-service.ts'
import { createDatabaseStore } from './database/database-store.ts'
import type { Database } from './db/database.ts'
import { healthRoutes } from './health/health-routes.ts'
import type { AccessOptions } from './http/access.ts'
import type { FrameOrigins } from './http/bot-page.ts'
import type { Handler } from './http/handle.ts'
import type { FlowGate } from './http/register-routes.ts'
import { metricRoutes } from './metrics/metric-routes.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createResources, type ResourceOptions } from './resources.ts'
import { createRunning } from './running.ts'

export interface ServiceOptions {
  config: Config
  database: Database
  logger: Logger
  secretKey: Buffer
  readSecretKeys?: ResourceOptions['readSecretKeys']
  version: string
  isShuttingDown: () => boolean
}

export interface Services {
  handlers: Handler[]
  metrics: Metrics
  findApiKey: AccessOptions['findApiKey']
  flowGate: FlowGate
  frameOrigins: FrameOrigins
  /** Lets streams and runs finish. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Wires every resource: the one place where everything meets. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { database, version, isShuttingDown } = options
  const resources = await createResources(options)
  const metrics = createMetrics()
  const running = await createRunning({ ...options, resources, metrics })
  const chatflows = createChatflowService(createChatflowStore(database))
  const handlers: Handler[] = [
    ...chatflowRoutes(chatflows),
    ...resources.handlers,
    ...running.handlers,
    ...databaseRoutes(createDatabaseService(createDatabaseStore(database))),
    ...metricRoutes(metrics),
    ...healthRoutes({
      check: async () => {
        await Promise.all([database.check(), running.check()])
      },
      version,
      isShuttingDown,
      routes: () => handlers.map((handler) => handler.route),
    }),
  ]
  return {
    handlers,
    metrics,
    findApiKey: (token) => resources.findApiKey(token),
    flowGate: running.flowGate,
    frameOrigins: running.frameOrigins,
    drain: () => running.drain(),
    async close() {
      await running.close()
      await resources.close()
    },
  }
}
