import { createAuditStore } from '../../door/audit/audit-store.ts'
import { verifyAudit } from '../../door/audit/seal-audit.ts'
import { readSecretKeys } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { openDatabase } from '../../ground/db/database.ts'
import { createMacs } from '../../parts/credentials/macs.ts'
import { AUDIT_PURPOSE } from '../wiring/auditing.ts'

/** `chatwright audit verify`: may run beside a serving server. Answers whether everything is as it was written. */
export async function verifyFromCommandLine(config: Config): Promise<boolean> {
  const database = await openDatabase(config.database)
  try {
    const macs = createMacs(() => readSecretKeys(config.secretKey), AUDIT_PURPOSE)
    const { from, entries, seals, faults, unsealed, last } = await verifyAudit({
      store: createAuditStore(database),
      macs,
    })
    const lines =
      from === undefined
        ? ['Nothing is sealed yet. Entries are sealed within two minutes.']
        : [`Checked ${entries} entries in ${seals} segments, sealed from ${from} on.`, `Last seal: ${last}.`]
    const verdict = faults.length === 0 ? 'No entry was changed, added or removed.' : 'The audit log was changed:'
    const rest = unsealed > 0 ? [`Not sealed yet: ${unsealed}.`] : []
    process.stdout.write(`${[...lines, ...rest, verdict, ...faults].join('\n')}\n`)
    return faults.length === 0
  } finally {
    await database.close()
  }
}
