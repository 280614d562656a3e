import { keysAt } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { createSecretBox } from '../../parts/credentials/secret-box.ts'
import type { Snapshot } from './snapshot.ts'

/** Whether the secret key of this server opens what is stored; it does where nothing is. No key is made for it. */
export async function keyFits(
  snapshot: Snapshot,
  source: Config['secretKey'],
): Promise<'fits' | 'missing' | 'another'> {
  const sealed = await firstCredential(snapshot)
  if (!sealed) return 'fits'
  const [current, ...older] = keysAt(source)
  if (!current) return 'missing'
  try {
    createSecretBox(() => [current, ...older]).open({ table: 'credential', id: sealed.id }, sealed.data)
    return 'fits'
  } catch {
    return 'another'
  }
}

async function firstCredential(snapshot: Snapshot): Promise<{ id: string; data: string } | undefined> {
  const table = (await snapshot.tables()).find(({ name }) => name === 'credential')
  if (!table) return undefined
  for await (const [row] of snapshot.rows(table)) {
    const at = (column: string): string => String(row?.[table.columns.indexOf(column)])
    return { id: at('id'), data: at('encrypted_data') }
  }
  return undefined
}
