import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { lockOwnFolder, prepareDataFolder } from './ground/boot/data-folder.ts'
import { installLastResort } from './ground/boot/last-resort.ts'
import { createLogger } from './ground/boot/logger.ts'
import { readSecretKey, readSecretKeys } from './ground/boot/secret-key.ts'
import type { Config } from './ground/config/config.ts'
import { openDatabase } from './ground/db/database.ts'
import { sealOlderGraphs } from './flows/flows/seal-older-graphs.ts'
import { createFlowSecrets } from './parts/credentials/flow-secrets.ts'
import { renewSeals } from './parts/credentials/renew-seals.ts'
import { createServices } from './process/wiring/whole-server.ts'
import { UserFacingError } from './ground/user-facing-error.ts'
import { appFolder, productVersion } from './ground/product.ts'

export interface RunningServer {
  app: FastifyInstance
  url: string
  /** Finishes what is under way, then lets go of everything. */
  close(): Promise<void>
}

/** Below what an operating system lets one process open, files and the database included. */
const MAX_CONNECTIONS = 10_000

/** Starts the whole product: folder, lock, database, services, HTTP. */
export async function startServer(config: Config): Promise<RunningServer> {
  prepareDataFolder(config.dataDir)
  const lock = await lockOwnFolder(config)
  const logger = createLogger(config.logLevel)
  installLastResort(logger)
  // The key comes after: beside an empty file it means that there was a database, also when a first start was killed.
  const database = await openDatabase(config.database)
  const secretKey = readSecretKey(config.secretKey)
  await renewSeals(config.secretKey, database)
  await sealOlderGraphs(database, createFlowSecrets({ database, readKeys: () => readSecretKeys(config.secretKey) }))
  let isShuttingDown = false

  const services = await createServices({
    config,
    database,
    logger,
    secretKey,
    readSecretKeys: () => readSecretKeys(config.secretKey),
    version: productVersion,
    isShuttingDown: () => isShuttingDown,
  })
  const app = await createApp({
    config,
    logger,
    access: services.access,
    audit: services.audit,
    flowGate: services.flowGate,
    handlers: services.handlers,
    metrics: services.metrics,
    appFolder,
    frameOrigins: services.frameOrigins,
    isShuttingDown: () => isShuttingDown,
  })

  const close = async (): Promise<void> => {
    isShuttingDown = true
    await services.drain()
    await app.close()
    await services.close()
    await database.close()
    lock?.release()
  }

  app.server.maxConnections = MAX_CONNECTIONS
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    throw explainListenFault(error, config)
  }
  const { port } = app.server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return { app, url: config.publicUrl ?? `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`, close }
}

function explainListenFault(error: unknown, config: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new UserFacingError(
        `Port ${config.port} is in use. Stop the other program, or choose another port: PORT=${config.port + 1}.`,
      )
    case 'EACCES':
      return new UserFacingError(
        `This user can't listen on port ${config.port}. Choose one above 1023, such as PORT=3000.`,
      )
    case 'EADDRNOTAVAIL':
      return new UserFacingError(
        `This machine doesn't have the address ${config.host}. Set HOST to one of its addresses.`,
      )
    default:
      return error
  }
}
