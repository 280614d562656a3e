import { existsSync, readFileSync, statSync } from 'node:fs'
import { explainMissingPart } from '../../ground/boot/missing-part.ts'
import { RELAY_RECORD } from '../../door/http/relay-notes.ts'
import { isWeakKey } from '../../ground/boot/weak-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { explainOpenFault } from '../../ground/db/explain-open-fault.ts'
import { migrations } from '../../ground/db/migrations/index.ts'
import { keyFits } from '../../transfer/snapshots/key-fits.ts'
import { openSnapshot } from '../../transfer/snapshots/open-snapshot.ts'
import type { Snapshot } from '../../transfer/snapshots/snapshot.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { codeOf, fails, note, ok, type Finding } from './check.ts'

/** A clock this far off spoils tokens and dates that people compare. */
const MOST_OFF_MS = 60_000

/** The database, its clock, and whether the secret key fits what is stored. Nothing is written. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    return [ok('Database', `${database.file} is created at the first start`), checkKeyFile(config)]
  }
  let snapshot: Snapshot
  try {
    snapshot = await openSnapshot(database)
  } catch (error) {
    return [explained(error, database), checkKeyFile(config)]
  }
  try {
    const ahead = await snapshot.clockAhead()
    return [
      await checkSchema(snapshot, database),
      ...(database.kind === 'postgres' ? [checkClock('Clock of the database', ahead)] : []),
      await checkKey(snapshot, config),
      ...(await checkProxies(snapshot, config)),
    ]
  } catch (error) {
    return [explained(error, database), checkKeyFile(config)]
  } finally {
    await snapshot.end()
  }
}

/** Whether requests of late named whom they were forwarded for, and nobody reads it. */
async function checkProxies(snapshot: Snapshot, { trustedProxies }: Config): Promise<Finding[]> {
  const table = (await snapshot.tables()).find(({ name }) => name === 'record')
  if (trustedProxies !== 0 || !table) return []
  const [namespace, key, value, expires] = ['namespace', 'key', 'value', 'expires_date'].map((column) =>
    table.columns.indexOf(column),
  )
  for await (const rows of snapshot.rows(table)) {
    const row = rows.find(
      (each) => each[namespace ?? -1] === RELAY_RECORD.namespace && each[key ?? -1] === RELAY_RECORD.key,
    )
    if (!row || String(row[expires ?? -1]) < new Date().toISOString()) continue
    return [
      note(
        'Proxies',
        `Requests carry ${String(row[value ?? -1])}, but TRUSTED_PROXIES isn't set`,
        'If there is a proxy, set it to the number of proxies. Until then, all visitors count as one network.',
      ),
    ]
  }
  return []
}

export function checkClock(name: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  return Math.abs(aheadMs) <= MOST_OFF_MS
    ? ok(name, `within ${Math.max(1, seconds)} s of this machine’s`)
    : note(
        name,
        `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s`,
        'Set both clocks over the network (NTP). Sign-ins and signed requests depend on them.',
      )
}

function explained(error: unknown, database: Config['database']): Finding {
  const known = explainMissingPart(explainOpenFault(error, database))
  const place = database.kind === 'sqlite' ? `Check the file ${database.file}.` : 'Check DATABASE_URL.'
  const [found, ...advice] =
    known instanceof UserFacingError ? known.message.split(/(?<=\.) (?=[A-Z])/) : [codeOf(error)]
  return fails('Database', found ?? codeOf(error), advice.join(' ') || place)
}

async function checkSchema(snapshot: Snapshot, database: Config['database']): Promise<Finding> {
  const place = database.kind === 'sqlite' ? database.file : `PostgreSQL at ${new URL(database.url).host}`
  const history = await snapshot.history()
  const known = new Set(migrations.map(({ name }) => name))
  const newer = history.filter((name) => !known.has(name))
  if (newer.length > 0) {
    return fails(
      'Database',
      `${place} was changed by a newer version (${newer.join(', ')})`,
      'Start that version, or restore a backup from before the upgrade.',
    )
  }
  const missing = known.size - history.length
  return ok('Database', `${place}${missing > 0 ? `; the next start brings it up to date (${missing} steps)` : ''}`)
}

function checkKeyFile({ secretKey }: Config): Finding {
  if (secretKey.kind === 'value')
    return isWeakKey(secretKey.value)
      ? note(
          'Secret key',
          'SECRET_KEY is easy to guess',
          'Write it to a file, set SECRET_KEY_FILE instead, and run "chatwright rotate-key".',
        )
      : ok('Secret key', 'from SECRET_KEY')
  const { path } = secretKey
  if (!existsSync(path)) return ok('Secret key', `${path} is created at the first start`)
  try {
    if (readFileSync(path, 'utf8').trim() === '')
      return fails('Secret key', `${path} is empty`, 'Restore it from a backup.')
  } catch (error) {
    return fails('Secret key', `${path} can't be read (${codeOf(error)})`, "Make the server's user its owner.")
  }
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  return isOpen
    ? note('Secret key', `${path} is readable for other users`, `Restrict it: chmod 600 ${path}`)
    : ok('Secret key', path)
}

/** A key that does not open what is stored is noticed when a flow fails, if nobody looks before. */
async function checkKey(snapshot: Snapshot, config: Config): Promise<Finding> {
  const file = checkKeyFile(config)
  if (file.state === 'fails') return file
  const state = await keyFits(snapshot, config.secretKey)
  if (state === 'fits') return file
  return fails(
    'Secret key',
    state === 'missing' ? 'There are credentials, but no encryption key' : "It doesn't decrypt the stored credentials",
    'Restore the key that was used (SECRET_KEY or SECRET_KEY_FILE), or enter the credentials again.',
  )
}
