import type { Migration } from '../migrate.ts'

/** Secrets of flows are stored encrypted, beside the flow; and which graphs hold one in clear is listed for the next start. */
export const flowSecrets: Migration = {
  name: '0045-flow-secrets',
  async up(db) {
    await db.schema
      .createTable('flow_secret')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_date', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('unsealed_graph')
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('unsealed_graph_key', ['place', 'id', 'version'])
      .execute()
    const holds = '%"callbackSecret":%'
    await db
      .insertInto('unsealed_graph')
      .columns(['place', 'id', 'version'])
      .expression((e) =>
        e
          .selectFrom('graph')
          .select((each) => [each.val('graph' as const).as('place'), 'hash as id', each.lit(0).as('version')])
          .where((each) => each(each.ref('flow_data').$castTo<string>(), 'like', holds)),
      )
      .execute()
    await db
      .insertInto('unsealed_graph')
      .columns(['place', 'id', 'version'])
      .expression((e) =>
        e
          .selectFrom('chat_flow')
          .select((each) => [each.val('chat_flow' as const).as('place'), 'id', each.lit(0).as('version')])
          .where('flow_data', 'like', holds),
      )
      .execute()
    await db
      .insertInto('unsealed_graph')
      .columns(['place', 'id', 'version'])
      .expression((e) =>
        e
          .selectFrom('chat_flow_version')
          .select((each) => [each.val('chat_flow_version' as const).as('place'), 'chatflow_id as id', 'version'])
          .where('flow_data', 'like', holds),
      )
      .execute()
  },
}
