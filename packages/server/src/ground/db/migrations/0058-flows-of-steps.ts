import type { Migration } from '../migrate.ts'

/** Agent flows that were stored without their type: their Start steps were never read, so that no webhook or schedule began one. */
export const flowsOfSteps: Migration = {
  name: '0058-flows-of-steps',
  async up(db) {
    await db
      .updateTable('chat_flow')
      .set({ type: 'AGENTFLOW' })
      .where('type', '<>', 'AGENTFLOW')
      .where('node_names', 'like', '%"startAgentflow"%')
      .execute()
  },
}
