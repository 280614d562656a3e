import { createLogger } from '../../ground/boot/logger.ts'
import { prepareDataFolder } from '../../ground/boot/data-folder.ts'
import { readSecretKey, readSecretKeys } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { openDatabase } from '../../ground/db/database.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createTestReader, type TestReader } from '../../improving/test-sets/read-tests.ts'
import type { RunCase } from '../../improving/test-sets/run-case.ts'
import { createResources, type Resources } from './node-resources.ts'
import { createExecution } from './run-execution.ts'

export interface OfflineTests {
  tests: TestReader
  runCase: RunCase
  catalogue: Resources['catalogue']
  library: FlowLibrary
  close(): Promise<void>
}

/** What it takes to run tests without a server; one may serve from the same database meanwhile. */
export async function openTests(config: Config): Promise<OfflineTests> {
  prepareDataFolder(config.dataDir)
  const database = await openDatabase(config.database)
  const readKeys = () => readSecretKeys(config.secretKey)
  const resources = await createResources({
    config,
    database,
    logger: createLogger('silent'),
    secretKey: readSecretKey(config.secretKey),
    readSecretKeys: readKeys,
  })
  const { catalogue } = resources
  const execution = await createExecution({ config, database, resources, metrics: createMetrics(), readKeys })
  const { tests, runCase } = execution.improving
  return {
    tests: createTestReader(tests),
    runCase,
    catalogue,
    library: execution.library,
    async close() {
      await execution.close()
      await resources.close()
      await database.close()
    },
  }
}
