import type { Migration } from '../migrate.ts'

/**
 * Flows point at their graph by its hash, as their saved versions do. Those of before keep their copy until it is moved in the
 * background, so that a large database opens at once.
 */
export const flowGraphs: Migration = {
  name: '0011-flow-graphs',
  async up(db) {
    await db.schema.alterTable('chat_flow').addColumn('graph', 'text').execute()
  },
}
