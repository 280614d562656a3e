import { keyTexts, readSecretKeys } from '../../ground/boot/secret-key.ts'
import { isWeakKey } from '../../ground/boot/weak-key.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { createSecretBox } from './secret-box.ts'

/**
 * What a start does about the secret key: what was sealed under an older one, or under what earlier versions made of words, is sealed
 * under the current one. A weak key is refused where nothing is lost by it: before anything is sealed.
 */
export async function renewSeals(source: Config['secretKey'], database: Database): Promise<number> {
  const isWeak = keyTexts(source).slice(0, 1).some(isWeakKey)
  if (isWeak && (await isUnused(database))) {
    throw new UserFacingError(
      `${source.kind === 'value' ? 'SECRET_KEY' : `The secret key in ${source.path}`} is too easy to guess. Use 32 random bytes, as "openssl rand -base64 32" writes them, or a sentence of 24 characters or more.`,
    )
  }
  const [, ...older] = readSecretKeys(source)
  if (older.length === 0) return 0
  const box = createSecretBox(() => readSecretKeys(source))
  return rotateSecrets(database, box, { isUnreadableSkipped: true })
}

/** Nothing was made here yet. */
async function isUnused({ query: db }: Database): Promise<boolean> {
  for (const table of ['chat_flow', 'credential', 'variable', 'custom_mcp_server'] as const) {
    if ((await db.selectFrom(table).select('id').limit(1).execute()).length > 0) return false
  }
  return true
}
