import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Ratings and contacts of a flow are found, counted and deleted with it without looking through those of all others. */
export const ratingsOfFlows: Migration = {
  name: '0040-ratings-of-flows',
  async up(db) {
    await sql`create index feedback_of_flow on feedback (chatflow_id, created_date)`.execute(db)
    await sql`create index feedback_by_rating on feedback (rating, created_date)`.execute(db)
    await sql`create index lead_of_flow on lead (chatflow_id, created_date, id)`.execute(db)
  },
}
