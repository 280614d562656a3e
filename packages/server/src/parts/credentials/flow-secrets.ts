import { isSealedValue, SEALED_PREFIX } from '@chatwright/core'
import type { Database } from '../../ground/db/database.ts'
import { createMacs } from './macs.ts'
import { createSecretBox, type ReadKeys, type SecretBox } from './secret-box.ts'

/** Secrets that flows hold themselves: encrypted in rows of their own, while the flow, its versions and its files hold what stands for them. */
export interface FlowSecrets {
  /** Stores a secret, once however often it is saved. Returns what stands for it in a flow. */
  keep(secret: string): Promise<string>
  /** Nothing when this server does not have it: the flow came from another one. */
  find(reference: string): Promise<string | undefined>
}

export function createFlowSecrets({
  database,
  readKeys,
  now = () => new Date(),
}: {
  database: Pick<Database, 'query' | 'transactDurably'>
  readKeys: ReadKeys
  now?: () => Date
}): FlowSecrets {
  // A command that stores no secret needs no key.
  let opened: SecretBox | undefined
  const box = (): SecretBox => (opened ??= createSecretBox(readKeys))
  const names = createMacs(readKeys, 'secret of a flow')
  return {
    async keep(secret) {
      const id = names.of(secret)
      const sealed = box().seal({ table: 'flow_secret', id }, secret)
      const created_date = now().toISOString()
      await database.transactDurably((transaction) =>
        transaction
          .insertInto('flow_secret')
          .values({ id, sealed, created_date })
          // Marks the secret as used now: the sweep of unused secrets reads this.
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_date }))
          .execute(),
      )
      return `${SEALED_PREFIX}${id}`
    },

    async find(reference) {
      if (!isSealedValue(reference)) return undefined
      const id = reference.slice(SEALED_PREFIX.length)
      const row = await database.query
        .selectFrom('flow_secret')
        .select('sealed')
        .where('id', '=', id)
        .executeTakeFirst()
      return row && box().open({ table: 'flow_secret', id }, row.sealed)
    },
  }
}
