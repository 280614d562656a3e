import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Stores of documents, where these come from, and their passages. Loading one is a run that belongs to no flow. */
export const knowledge: Migration = {
  name: '0018-knowledge',
  async up(db, kind) {
    await db.schema
      .createTable('knowledge_store')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('embedding', 'text')
      .addColumn('vector_store', 'text')
      .addColumn('record_manager', 'text')
      .addColumn('index_built', 'text')
      .addColumn('generation', 'integer', (c) => c.notNull())
      .addColumn('index_next', 'text')
      .addColumn('load_job', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('knowledge_source')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('store_id', 'text', (c) => c.notNull().references('knowledge_store.id').onDelete('cascade'))
      .addColumn('loader_id', 'text', (c) => c.notNull())
      .addColumn('loader_name', 'text', (c) => c.notNull())
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('files', 'text', (c) => c.notNull())
      .addColumn('failures', 'text', (c) => c.notNull())
      .addColumn('passages', 'integer', (c) => c.notNull())
      .addColumn('characters', 'integer', (c) => c.notNull())
      .addColumn('loaded_date', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('knowledge_source_of_store')
      .on('knowledge_source')
      .columns(['store_id', 'created_date', 'id'])
      .execute()
    await db.schema
      .createTable('knowledge_passage')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('store_id', 'text', (c) => c.notNull().references('knowledge_store.id').onDelete('cascade'))
      .addColumn('source_id', 'text', (c) => c.notNull().references('knowledge_source.id').onDelete('cascade'))
      .addColumn('document', 'text', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('is_on', 'integer', (c) => c.notNull())
      .addColumn('is_edited', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('indexed', 'integer', (c) => c.notNull())
      .execute()
    // Read in this order, a page at a time.
    await db.schema
      .createIndex('knowledge_passage_in_place')
      .on('knowledge_passage')
      .columns(['store_id', 'source_id', 'document', 'seq', 'id'])
      .execute()
    await db.schema.createIndex('knowledge_passage_of_source').on('knowledge_passage').columns(['source_id']).execute()
    await db.schema
      .createIndex('knowledge_passage_by_index')
      .on('knowledge_passage')
      .columns(['store_id', 'indexed', 'state'])
      .execute()
    if (kind === 'sqlite') {
      await sql`alter table run alter column chatflow_id to chatflow_id text references chat_flow(id) on delete cascade`.execute(
        db,
      )
    } else await sql`alter table run alter column chatflow_id drop not null`.execute(db)
    await db.schema
      .alterTable('run')
      .addColumn('store_id', 'text', (c) => c.references('knowledge_store.id').onDelete('cascade'))
      .execute()
    await db.schema
      .createIndex('run_by_store')
      .on('run')
      .columns(['store_id', 'created_date', 'id'])
      .where(sql.ref('store_id'), 'is not', null)
      .execute()
  },
}
