import type { Migration } from '../migrate.ts'

/** Webhooks that are signed already go on handing their flow query and headers; new ones hand on what is signed. */
export const signedParts: Migration = {
  name: '0044-signed-parts',
  async up(db) {
    await db.schema
      .alterTable('flow_trigger')
      .addColumn('hands_on_unsigned', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db
      .updateTable('flow_trigger')
      .set({ hands_on_unsigned: 1 })
      .where('kind', '=', 'webhook')
      .where('secret', 'is not', null)
      .execute()
  },
}
