import type { Migration } from '../migrate.ts'

/** Flows that are offered as tools to clients of the Model Context Protocol. */
export const flowMcp: Migration = {
  name: '0021-flow-mcp',
  async up(db) {
    await db.schema
      .createTable('flow_mcp')
      .addColumn('chatflow_id', 'text', (c) => c.primaryKey().references('chat_flow.id').onDelete('cascade'))
      .addColumn('is_enabled', 'integer', (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull())
      .addColumn('tool_name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
  },
}
