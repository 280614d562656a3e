import { randomBytes } from 'node:crypto'
import { prepareDataFolder } from '../../ground/boot/data-folder.ts'
import type { Config } from '../../ground/config/config.ts'
import { openDatabase } from '../../ground/db/database.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { loginFilePath, readLoginFile, writeLoginFile } from '../../ground/config/login-file.ts'
import { hashPassword } from '../../ground/config/password-hash.ts'
import { createSignInStore } from './sign-in-store.ts'

/** `chatwright reset-login`: may run beside a serving server, which goes by the new login when it is started again. */
export async function resetLoginFromCommandLine(config: Config, options: { username?: string }): Promise<void> {
  if (config.login) {
    throw new UserFacingError(
      `The login comes from the environment (CHATWRIGHT_USERNAME is "${config.login.username}"), and was not changed. ` +
        'Set another CHATWRIGHT_PASSWORD where the server is started: in your shell, a file named .env, a unit of systemd or ' +
        'compose.yaml. Then start it again; every browser is signed out by that.',
    )
  }
  prepareDataFolder(config.dataDir)
  // Before the login changes: a database that can't be opened leaves all as it is.
  const database = await openDatabase(config.database)
  try {
    const username = options.username ?? formerName(config.dataDir) ?? 'owner'
    const password = randomBytes(18).toString('base64url')
    writeLoginFile(config.dataDir, { username, passwordHash: await hashPassword(password) })
    process.stdout.write(
      [
        'The login is now',
        `  username  ${username}`,
        `  password  ${password}`,
        `The password is shown this once; ${loginFilePath(config.dataDir)} keeps a hash of it. Start the server again to use it.`,
        'A server that is started with CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD goes by those: take them out there.',
        '',
      ].join('\n'),
    )
    await createSignInStore(database).deleteAll()
    process.stdout.write('Every browser was signed out.\n')
  } finally {
    await database.close()
  }
}

function formerName(dataDir: string): string | undefined {
  try {
    return readLoginFile(dataDir)?.username
  } catch {
    // A damaged file is what this command mends.
    return undefined
  }
}
