import type { Migration } from '../migrate.ts'

/** How a flow's answers are spoken, beside how recordings are heard. */
export const textToSpeech: Migration = {
  name: '0008-text-to-speech',
  async up(db) {
    await db.schema.alterTable('chat_flow').addColumn('text_to_speech', 'text').execute()
  },
}
