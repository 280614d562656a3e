import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printRoutes } from './app.ts'
import { createLogger } from './ground/boot/logger.ts'
import type { Config } from './ground/config/config.ts'
import { openDatabase } from './ground/db/database.ts'
import { productVersion } from './ground/product.ts'
import { createServices } from './process/wiring/whole-server.ts'

/** Every route served, read off the real wiring over an empty database. */
export async function routeTable(config: Config): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-routes-'))
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'routes.sqlite') })
  try {
    const services = await createServices({
      config: { ...config, dataDir: folder, redisUrl: undefined },
      database,
      logger: createLogger('silent'),
      secretKey: Buffer.alloc(32),
      version: productVersion,
      isShuttingDown: () => false,
    })
    const table = printRoutes(services.handlers.map((handler) => handler.route))
    await services.close()
    return table
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
