import type { Migration } from '../migrate.ts'

/** Where an API key may be used from. Keys that are here may be used from everywhere, as before. */
export const keyNetworks: Migration = {
  name: '0043-key-networks',
  async up(db) {
    await db.schema.alterTable('api_key').addColumn('networks', 'text').execute()
  },
}
