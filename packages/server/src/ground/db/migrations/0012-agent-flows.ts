import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Runs of one agent flow that go on from each other are one execution, named by the first of them; what it waits for is a row
 * until somebody has decided.
 */
export const agentFlows: Migration = {
  name: '0012-agent-flows',
  async up(db) {
    await db.schema.alterTable('run').addColumn('execution_id', 'text').execute()
    await db.schema
      .alterTable('run')
      .addColumn('is_public', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('run_by_execution')
      .on('run')
      .columns(['execution_id', 'created_date'])
      .where(sql.ref('execution_id'), 'is not', null)
      .execute()
    await db.schema
      .createTable('run_wait')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('execution_id', 'text', (c) => c.notNull())
      .addColumn('run_id', 'text', (c) => c.notNull().references('run.id').onDelete('cascade'))
      .addColumn('chatflow_id', 'text', (c) => c.notNull())
      .addColumn('session_id', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('node_id', 'text', (c) => c.notNull())
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('question', 'text', (c) => c.notNull())
      .addColumn('wake_at', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('decision', 'text')
      .addColumn('decided_date', 'text')
      .addColumn('decided_run', 'text')
      .execute()
    await db.schema
      .createIndex('run_wait_by_session')
      .on('run_wait')
      .columns(['chatflow_id', 'session_id', 'created_date'])
      .execute()
    await db.schema.createIndex('run_wait_by_execution').on('run_wait').columns(['execution_id']).execute()
    await db.schema.createIndex('run_wait_by_run').on('run_wait').columns(['run_id']).execute()
    // What the server itself has to look after: little, however many wait.
    await db.schema
      .createIndex('run_wait_due')
      .on('run_wait')
      .columns(['wake_at'])
      .where((e) => e.and([e(sql.ref('decided_run'), 'is', null), e(sql.ref('wake_at'), 'is not', null)]))
      .execute()
    await db.schema
      .createIndex('run_wait_decided')
      .on('run_wait')
      .columns(['decided_date'])
      .where((e) => e.and([e(sql.ref('decided_run'), 'is', null), e(sql.ref('decided_date'), 'is not', null)]))
      .execute()
  },
}
