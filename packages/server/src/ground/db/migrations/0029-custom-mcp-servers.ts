import type { Migration } from '../migrate.ts'

/** MCP servers whose tools flows may use. */
export const customMcpServers: Migration = {
  name: '0029-custom-mcp-servers',
  async up(db) {
    await db.schema
      .createTable('custom_mcp_server')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('server_url', 'text', (c) => c.notNull())
      .addColumn('icon_src', 'text')
      .addColumn('color', 'text')
      .addColumn('auth_type', 'text', (c) => c.notNull())
      .addColumn('auth_config', 'text', (c) => c.notNull())
      .addColumn('tools', 'text')
      .addColumn('tool_count', 'integer', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('renewed_until', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
  },
}
