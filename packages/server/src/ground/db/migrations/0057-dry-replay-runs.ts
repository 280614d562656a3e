import type { Migration } from '../migrate.ts'

/** The run that replays recorded answers: it goes on where its process ended. */
export const dryReplayRuns: Migration = {
  name: '0057-dry-replay-runs',
  async up(db) {
    await db.schema.alterTable('dry_replay').addColumn('run_id', 'text').execute()
  },
}
