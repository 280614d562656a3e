import type { Config } from '../../ground/config/config.ts'
import type { Snapshot } from './snapshot.ts'

export async function openSnapshot(config: Config['database']): Promise<Snapshot> {
  if (config.kind === 'sqlite') {
    const { openSqliteSnapshot } = await import('./sqlite-snapshot.ts')
    return openSqliteSnapshot(config.file)
  }
  const { openPostgresSnapshot } = await import('./postgres-snapshot.ts')
  return openPostgresSnapshot(config.url)
}
