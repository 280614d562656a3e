import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** A million passages are paged through, and looked through for what is not indexed, without reading or sorting them. */
export const manyPassages: Migration = {
  name: '0041-many-passages',
  async up(db) {
    await db.schema.dropIndex('knowledge_passage_in_place').execute()
    await db.schema.dropIndex('knowledge_passage_by_index').execute()
    await db.schema
      .createIndex('knowledge_passage_in_place')
      .on('knowledge_passage')
      .columns(['store_id', 'state', 'source_id', 'document', 'seq', 'id'])
      .execute()
    await db.schema
      .createIndex('knowledge_passage_to_index')
      .on('knowledge_passage')
      .columns(['store_id', 'indexed', 'state', 'source_id', 'document', 'seq', 'id'])
      .execute()
    // Counted once: until now an edit that was cut off could leave them wrong.
    await sql`
      update knowledge_source set
        passages = (select count(*) from knowledge_passage
          where source_id = knowledge_source.id and state = 'live'),
        characters = (select coalesce(sum(length(content)), 0) from knowledge_passage
          where source_id = knowledge_source.id and state = 'live')
    `.execute(db)
  },
}
