import type { Logger } from 'pino'
import type { Config } from '../../ground/config/config.ts'
import { backupRoutes } from '../../transfer/database/backup-routes.ts'
import { createBackupService } from '../../transfer/database/backup-service.ts'
import { createBackupStore } from '../../transfer/database/backup-store.ts'
import type { Database } from '../../ground/db/database.ts'
import { createDatabaseStores } from '../../transfer/export-import/database-stores.ts'
import { exportImportRoutes } from '../../transfer/export-import/export-import-routes.ts'
import { createExportService } from '../../transfer/export-import/export-service.ts'
import { createImportService } from '../../transfer/export-import/import-service.ts'
import { createImportStore } from '../../transfer/export-import/import-store.ts'
import { createKnowledgeStore } from '../../knowledge/knowledge/knowledge-store.ts'
import { healthRoutes } from '../health/health-routes.ts'
import { createAccess, type Access } from '../../door/http/access.ts'
import { blockedReportRoutes } from '../../door/http/blocked-reports.ts'
import type { FrameOrigins } from '../../door/http/bot-page.ts'
import { createNetworkLimits } from '../../door/http/network-limits.ts'
import { createRelayNotes } from '../../door/http/relay-notes.ts'
import { createFailureLimiter } from '../../door/http/failure-limiter.ts'
import type { Handler } from '../../door/http/handle.ts'
import { securityTextRoutes } from '../../door/http/security-text.ts'
import type { FlowGate } from '../../door/http/register-routes.ts'
import { metricRoutes } from '../metrics/metric-routes.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createResources, type ResourceOptions } from './node-resources.ts'
import { createRunning } from './running-flows.ts'
import { createLogin } from '../../door/sign-ins/login.ts'
import { signInRoutes } from '../../door/sign-ins/sign-in-routes.ts'
import type { AuditLog } from '../../door/http/audited.ts'
import { withAudit } from '../../door/audit/audit-context.ts'
import { createAuditing } from './auditing.ts'
import { personRoutes } from '../../door/people/person-routes.ts'
import { createPeople } from './people.ts'
import { createSignInService } from '../../door/sign-ins/sign-in-service.ts'
import { createSignInStore } from '../../door/sign-ins/sign-in-store.ts'

export interface ServiceOptions {
  config: Config
  database: Database
  logger: Logger
  secretKey: Buffer
  readSecretKeys?: ResourceOptions['readSecretKeys']
  version: string
  isShuttingDown: () => boolean
  /** How often whatever may be due is looked for, where each does not decide by itself. */
  lookEveryMs?: number | undefined
  dispatch?: ResourceOptions['dispatch']
}

export interface Services {
  handlers: Handler[]
  metrics: Metrics
  access: Access
  audit: AuditLog
  flowGate: FlowGate
  frameOrigins: FrameOrigins
  /** Takes back what loads left that came to nothing: done from time to time, and whenever it is called. */
  takeBackLoads(): Promise<void>
  /** Lets streams and runs finish. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Wires every resource: the one place where everything meets. */
export async function createServices(given: ServiceOptions): Promise<Services> {
  const options = { ...given, database: withAudit(given.database) }
  const { config, database, version, isShuttingDown } = options
  const auditing = createAuditing({
    ...options,
    database: given.database,
    readKeys: options.readSecretKeys ?? (() => [options.secretKey]),
  })
  const resources = await createResources(options)
  const metrics = createMetrics()
  const networks = createNetworkLimits(config)
  const relays = createRelayNotes({
    records: resources.effects.records,
    onFault: (error) => options.logger.warn({ err: error }, 'that a proxy is in front could not be noted'),
  })
  const running = await createRunning({
    ...options,
    readKeys: options.readSecretKeys ?? (() => [options.secretKey]),
    resources,
    metrics,
    networks,
    relays,
  })
  const { intake } = resources
  const [imports, knowledgeStore] = [createImportStore(database), createKnowledgeStore(database)]
  // Apart from wrong keys: nobody who tries those makes the owner wait.
  const failures = createFailureLimiter()
  const login = config.login && createLogin(config.login, failures)
  const signIns = createSignInService({ store: createSignInStore(database), login })
  const people = createPeople({
    config,
    database,
    login,
    failures,
    signIns,
    dialAddress: resources.effects.dialAddress,
  })
  const handlers: Handler[] = [
    ...signInRoutes(signIns),
    ...personRoutes(people),
    ...auditing.handlers,
    ...resources.handlers,
    ...running.handlers,
    ...backupRoutes(
      createBackupService({
        store: createBackupStore(database),
        storeFlow: intake.store,
        stores: createDatabaseStores({ stores: knowledgeStore, store: imports, intake }),
      }),
      resources.forgetKeys,
    ),
    ...exportImportRoutes({
      importer: createImportService({ store: imports, intake }),
      exporter: createExportService({
        store: createBackupStore(database),
        stores: knowledgeStore,
      }),
    }),
    ...blockedReportRoutes((directive) => metrics.blocked(directive)),
    ...securityTextRoutes(config),
    ...metricRoutes(metrics),
    ...healthRoutes({
      check: async () => {
        await Promise.all([database.check(), running.check()])
      },
      version,
      releasesUrl: options.config.releasesUrl,
      hasLogin: login !== undefined,
      isShuttingDown,
      routes: () => handlers.map((handler) => handler.route),
    }),
  ]
  return {
    handlers,
    audit: auditing.audit,
    metrics,
    access: createAccess({
      config,
      login,
      findSignIn: (token) => signIns.find(token),
      findPerson: (given, address) => people.identify(given, address),
      keys: resources.keyGuesses,
      noteWrongLogin: auditing.noteWrongLogin,
      noteRelay: (header) => relays.note(header),
      countRead: (address) => networks.countRead(address),
    }),
    flowGate: running.flowGate,
    frameOrigins: running.frameOrigins,
    takeBackLoads: () => running.takeBackLoads(),
    drain: () => running.drain(),
    async close() {
      auditing.close()
      await running.close()
      await resources.close()
    },
  }
}
