import type { Logger } from 'pino'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { createApiKeyService } from './api-keys/api-key-service.ts'
import { createApiKeyStore } from './api-keys/api-key-store.ts'
import { createFlowUsage } from './chatflows/flow-usage.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { AccessOptions } from './http/access.ts'
import type { Handler } from './http/handle.ts'

export interface ResourceOptions {
  config: Config
  database: Database
  logger: Logger
  secretKey: Buffer
}

/** What flows are made from, and the effects their nodes may have. */
export interface Resources {
  handlers: Handler[]
  findApiKey: AccessOptions['findApiKey']
  close(): Promise<void>
}

export async function createResources({ database }: ResourceOptions): Promise<Resources> {
  const usage = createFlowUsage(database)
  const apiKeys = createApiKeyService({ store: createApiKeyStore(database), usage })
  return {
    handlers: [...apiKeyRoutes(apiKeys)],
    findApiKey: (token) => apiKeys.find(token),
    close: () => apiKeys.close(),
  }
}
