import type { Logger } from 'pino'
import { askerOf } from '../../door/askers/asker-of.ts'
import { createAuditLog } from '../../door/audit/audit-log.ts'
import { auditRoutes } from '../../door/audit/audit-routes.ts'
import { createAuditStore } from '../../door/audit/audit-store.ts'
import { keepSealing } from '../../door/audit/seal-audit.ts'
import type { AccessOptions } from '../../door/http/access.ts'
import { networkOf } from '../../door/http/network-of.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import { createMacs } from '../../parts/credentials/macs.ts'
import type { ReadKeys } from '../../parts/credentials/secret-box.ts'

export const AUDIT_PURPOSE = 'audit log'

interface AuditingOptions {
  config: Pick<Config, 'auditDays'>
  database: Database
  logger: Logger
  readKeys: ReadKeys
}

/** Who did what: written, sealed, listed and deleted when it is old. */
export function createAuditing({ config, database, logger, readKeys }: AuditingOptions) {
  const store = createAuditStore(database)
  const now = () => new Date()
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the audit log could not be written')
  const audit = createAuditLog({ store, now, onFault })
  const noteWrongLogin: AccessOptions['noteWrongLogin'] = ({ ip }, route) =>
    audit.refused(
      { route, asker: askerOf('screen', { kind: 'anonymous' }, networkOf(ip)), address: ip },
      'unauthorized',
    )
  const macs = createMacs(readKeys, AUDIT_PURPOSE)
  return {
    audit,
    noteWrongLogin,
    handlers: auditRoutes(store),
    close: keepSealing({ store, macs, days: config.auditDays, now, onFault }),
  }
}
