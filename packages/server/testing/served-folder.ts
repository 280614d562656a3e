import { prepareDataFolder } from '../src/ground/boot/data-folder.ts'
import { readSecretKey } from '../src/ground/boot/secret-key.ts'
import { readConfig } from '../src/ground/config/config.ts'
import { testServer } from './test-server.ts'

export interface ServedFolder {
  url: string
  stop(): Promise<unknown>
}

/**
 * Serves what a command has left in a data folder, with the key that is in it. In this process: to start another takes twenty times
 * as long, and has its own tests.
 */
export async function serveFolder(env: Record<string, string>): Promise<ServedFolder> {
  const config = readConfig(env)
  prepareDataFolder(config.dataDir)
  const server = await testServer({ env, secretKey: readSecretKey(config.secretKey) })
  return { url: await server.listen(), stop: () => server.close() }
}
