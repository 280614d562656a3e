import type { Migration } from '../migrate.ts'

/**
 * Saved versions point at their graph by its hash, as runs do. Those of before keep their copy until it is moved in the
 * background, so that a large database opens at once.
 */
export const versionGraphs: Migration = {
  name: '0010-version-graphs',
  async up(db) {
    await db.schema.alterTable('chat_flow_version').addColumn('graph', 'text').execute()
  },
}
