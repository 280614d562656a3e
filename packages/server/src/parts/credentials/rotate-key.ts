import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeKeyText, readSecretKeys } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { replaceFile } from '../../ground/config/durable-file.ts'
import type { Database } from '../../ground/db/database.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { createSecretBox } from './secret-box.ts'

/** Longer than any save that was sealed with the old key takes to be written. */
const SETTLE_MS = 1500

/**
 * Replaces the secret key and encrypts everything anew, while servers go on serving. Until all is done the file holds
 * both keys, so that it can stop at any moment and be started again.
 */
export async function rotateKey(
  source: Config['secretKey'],
  database: Database,
  { settleMs = SETTLE_MS }: { settleMs?: number } = {},
): Promise<number> {
  if (source.kind === 'value') {
    throw new UserFacingError(
      'The encryption key comes from SECRET_KEY, which only you can change. Write it to a file, set SECRET_KEY_FILE to that file instead of SECRET_KEY, restart, and rotate again.',
    )
  }
  readSecretKeys(source)
  const key = makeKeyText()
  const older = readFileSync(source.path, 'utf8').trim()
  replaceFile(source.path, `${key}\n${older}\n`)
  const box = createSecretBox(() => readSecretKeys(source))
  let resealed = await rotateSecrets(database, box)
  await sleep(settleMs)
  resealed += await rotateSecrets(database, box)
  replaceFile(source.path, `${key}\n`)
  return resealed
}
