import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Vectors in the order of their last change, so that an index knows what it does not hold yet; and indexes, kept in parts. */
export const vectorIndexes: Migration = {
  name: '0030-vector-indexes',
  async up(db, kind) {
    await db.schema
      .alterTable('vector_embedding')
      .addColumn('change', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.dropIndex('vector_embedding_by_collection').execute()
    await db.schema
      .createIndex('vector_embedding_by_change')
      .on('vector_embedding')
      .columns(['collection', 'dimensions', 'change', 'seq'])
      .execute()
    await db.schema
      .createTable('vector_collection')
      .addColumn('collection', 'text', (c) => c.primaryKey())
      .addColumn('changed', 'integer', (c) => c.notNull())
      .addColumn('removed', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('vector_index')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('collection', 'text', (c) => c.notNull())
      .addColumn('dimensions', 'integer', (c) => c.notNull())
      .addColumn('head', 'text', (c) => c.notNull())
      .addUniqueConstraint('vector_index_key', ['collection', 'dimensions'])
      .execute()
    await db.schema
      .createTable('vector_index_part')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('part', 'integer', (c) => c.notNull())
      .addColumn('collection', 'text', (c) => c.notNull())
      .addColumn('dimensions', 'integer', (c) => c.notNull())
      .addColumn('bytes', kind === 'sqlite' ? 'blob' : 'bytea', (c) => c.notNull())
      .addPrimaryKeyConstraint('vector_index_part_key', ['id', 'part'])
      .execute()
    await sql`create index vector_index_part_by_collection on vector_index_part (collection, dimensions, id)`.execute(
      db,
    )
  },
}
