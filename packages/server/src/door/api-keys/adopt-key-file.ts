import { existsSync, readFileSync } from 'node:fs'
import { Id } from '@chatwright/contract'
import { z } from 'zod'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { digestApiKey, hintOf } from './api-key-secret.ts'
import type { ApiKeyStore } from './api-key-store.ts'

const KeyFile = z.array(z.object({ id: Id, keyName: z.string(), apiKey: z.string().min(1) }))

/** Takes over the keys of a Flowise key file, once: clients go on with the keys they have. Only digests are kept. */
export async function adoptKeyFile(
  path: string | undefined,
  store: Pick<ApiKeyStore, 'list' | 'insert'>,
  now: () => Date = () => new Date(),
): Promise<void> {
  if (path === undefined || !existsSync(path) || (await store.list()).length > 0) return
  for (const { id, keyName, apiKey } of readKeys(path)) {
    await store.insert({
      id,
      key_name: keyName,
      digest: digestApiKey(apiKey),
      hint: hintOf(apiKey),
      permissions: JSON.stringify(['predict']),
      flows: null,
      networks: null,
      created_date: now().toISOString(),
      last_used_date: null,
      is_closed: 0,
    })
  }
}

function readKeys(path: string): z.infer<typeof KeyFile> {
  try {
    return KeyFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new UserFacingError(`The key file ${path} isn't a list of keys. Fix it, or leave APIKEY_PATH empty.`)
  }
}
