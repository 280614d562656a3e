import type { Config } from '../../ground/config/config.ts'
import { openDatabase } from '../../ground/db/database.ts'
import { rotateKey } from './rotate-key.ts'

/** `chatwright rotate-key`: may run beside a serving server. */
export async function rotateKeyFromCommandLine(config: Config): Promise<void> {
  const database = await openDatabase(config.database)
  try {
    const count = await rotateKey(config.secretKey, database)
    process.stdout.write(
      `The encryption key was replaced and ${count} secrets were encrypted again. Back up the new key file.\n`,
    )
  } finally {
    await database.close()
  }
}
