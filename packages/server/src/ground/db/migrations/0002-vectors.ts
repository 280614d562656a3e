import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'
import type { Schema } from '../schema.ts'

/** The built-in vector index: documents, their embeddings, and words to search by. */
export const vectors: Migration = {
  name: '0002-vectors',
  async up(db, kind) {
    await db.schema
      .createTable('vector_document')
      .addColumn('seq', kind === 'sqlite' ? 'integer' : 'serial', (c) => c.primaryKey())
      .addColumn('collection', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addUniqueConstraint('vector_document_key', ['collection', 'id'])
      .execute()
    // Apart from the texts: a scan over embeddings then reads nothing else.
    await db.schema
      .createTable('vector_embedding')
      .addColumn('seq', 'integer', (c) => c.primaryKey().references('vector_document.seq').onDelete('cascade'))
      .addColumn('collection', 'text', (c) => c.notNull())
      .addColumn('dimensions', 'integer', (c) => c.notNull())
      .addColumn('embedding', kind === 'sqlite' ? 'blob' : 'bytea', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('vector_embedding_by_collection')
      .on('vector_embedding')
      .columns(['collection', 'dimensions', 'seq'])
      .execute()
    if (kind === 'sqlite') await addSqliteText(db)
    else await addPostgresText(db)
  },
}

async function addSqliteText(db: Kysely<Schema>): Promise<void> {
  await sql`create virtual table vector_text using fts5(
    content, content = 'vector_document', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
  )`.execute(db)
  await sql`create trigger vector_text_insert after insert on vector_document begin
    insert into vector_text(rowid, content) values (new.seq, new.content);
  end`.execute(db)
  await sql`create trigger vector_text_delete after delete on vector_document begin
    insert into vector_text(vector_text, rowid, content) values ('delete', old.seq, old.content);
  end`.execute(db)
  await sql`create trigger vector_text_update after update of content on vector_document begin
    insert into vector_text(vector_text, rowid, content) values ('delete', old.seq, old.content);
    insert into vector_text(rowid, content) values (new.seq, new.content);
  end`.execute(db)
}

async function addPostgresText(db: Kysely<Schema>): Promise<void> {
  // A word list has a size limit of its own; the beginning of a very long text stands for it.
  await sql`alter table vector_document add column words tsvector
    generated always as (to_tsvector('english', left(content, 200000))) stored`.execute(db)
  await sql`create index vector_document_words on vector_document using gin (words)`.execute(db)
}
