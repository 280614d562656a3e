import type { Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { UnreadableSecret, type SecretBox, type SecretOwner } from './secret-box.ts'

/**
 * Seals every secret again that was sealed with an older key, row by row, while others read and write. Returns how many
 * there were. Who saves meanwhile seals with the current key already. What no key opens can be left as it is.
 */
export async function rotateSecrets(
  database: Database,
  box: SecretBox,
  { isUnreadableSkipped = false }: { isUnreadableSkipped?: boolean } = {},
): Promise<number> {
  const credentials = await database.query.selectFrom('credential').select(['id', 'encrypted_data as sealed']).execute()
  const variables = await database.query
    .selectFrom('variable')
    .select(['id', 'value as sealed'])
    .where('is_secret', '=', 1)
    .where('value', '!=', '')
    .execute()
  const webhooks = await database.query
    .selectFrom('flow_trigger')
    .select(['id', 'secret as sealed'])
    .where('secret', 'is not', null)
    .$narrowType<{ sealed: string }>()
    .execute()
  const notices = await database.query.selectFrom('flow_notice').select(['id', 'secret as sealed']).execute()
  const offers = await database.query.selectFrom('flow_mcp').select(['chatflow_id as id', 'token as sealed']).execute()
  const flows = await database.query.selectFrom('flow_secret').select(['id', 'sealed']).execute()
  const servers = await database.query.selectFrom('custom_mcp_server').select(['id', 'auth_config as sealed']).execute()
  const outdated = [
    ...credentials.map((row) => ({ ...row, table: 'credential' as const })),
    ...variables.map((row) => ({ ...row, table: 'variable' as const })),
    ...webhooks.map((row) => ({ ...row, table: 'flow_webhook' as const })),
    ...notices.map((row) => ({ ...row, table: 'flow_notice' as const })),
    ...offers.map((row) => ({ ...row, table: 'flow_mcp' as const })),
    ...flows.map((row) => ({ ...row, table: 'flow_secret' as const })),
    ...servers.map((row) => ({ ...row, table: 'custom_mcp_server' as const })),
  ].filter(({ sealed }) => box.isOutdated(sealed))

  let renewed = 0
  for (const { table, id, sealed } of outdated) {
    const text = reveal(box, { owner: { table, id }, sealed, isUnreadableSkipped })
    if (text === undefined) continue
    const fresh = box.seal({ table, id }, text)
    await database.transactDurably((transaction) => replace(transaction, { table, id, sealed, fresh }))
    renewed += 1
  }
  return renewed
}

function reveal(
  box: SecretBox,
  { owner, sealed, isUnreadableSkipped }: { owner: SecretOwner; sealed: string; isUnreadableSkipped: boolean },
): string | undefined {
  try {
    return box.open(owner, sealed)
  } catch (error) {
    if (isUnreadableSkipped && error instanceof UnreadableSecret) return undefined
    throw error
  }
}

/** Only what is still as it was read: a newer save is not undone. */
async function replace(
  transaction: Transaction<Schema>,
  { table, id, sealed, fresh }: SecretOwner & { sealed: string; fresh: string },
): Promise<void> {
  if (table === 'credential') {
    await transaction
      .updateTable('credential')
      .set({ encrypted_data: fresh })
      .where('id', '=', id)
      .where('encrypted_data', '=', sealed)
      .execute()
    return
  }
  if (table === 'flow_webhook') {
    await transaction
      .updateTable('flow_trigger')
      .set({ secret: fresh })
      .where('id', '=', id)
      .where('secret', '=', sealed)
      .execute()
    return
  }
  if (table === 'custom_mcp_server') {
    await transaction
      .updateTable('custom_mcp_server')
      .set({ auth_config: fresh })
      .where('id', '=', id)
      .where('auth_config', '=', sealed)
      .execute()
    return
  }
  if (table === 'flow_notice') {
    await transaction
      .updateTable('flow_notice')
      .set({ secret: fresh })
      .where('id', '=', id)
      .where('secret', '=', sealed)
      .execute()
    return
  }
  if (table === 'flow_secret') {
    await transaction
      .updateTable('flow_secret')
      .set({ sealed: fresh })
      .where('id', '=', id)
      .where('sealed', '=', sealed)
      .execute()
    return
  }
  if (table === 'flow_mcp') {
    await transaction
      .updateTable('flow_mcp')
      .set({ token: fresh })
      .where('chatflow_id', '=', id)
      .where('token', '=', sealed)
      .execute()
    return
  }
  await transaction
    .updateTable('variable')
    .set({ value: fresh })
    .where('id', '=', id)
    .where('value', '=', sealed)
    .execute()
}
