import type { Database } from '../../ground/db/database.ts'
import {
  flowsBesideGraphs,
  liveGraphOfFlow,
  liveVersionOfFlow,
  stateOfFlow,
  withWholeGraphs,
} from '../../parts/graphs/shared-graphs.ts'

/** A flow with the version that answers. */
export interface AnsweringFlow {
  id: string
  name: string
  version: number
  /** Another one whenever its graph may be another. */
  state: string
}

/** Flows as they answer, past those that are kept prepared for it. */
export interface AnsweringFlows {
  /** All of them without their graphs, or those that are named. */
  list(ids?: readonly string[]): Promise<AnsweringFlow[]>
  /** The graphs of a few. */
  graphs(ids: readonly string[]): Promise<(Omit<AnsweringFlow, 'name'> & { flow_data: string })[]>
}

export function createAnsweringFlows({ query: db }: Pick<Database, 'query'>): AnsweringFlows {
  return {
    list: (ids) =>
      db
        .selectFrom('chat_flow')
        .select(['id', 'name', liveVersionOfFlow.as('version'), stateOfFlow.as('state')])
        .$if(ids !== undefined, (q) => q.where('id', 'in', [...(ids ?? [])]))
        .orderBy('name')
        .orderBy('id')
        .execute(),

    graphs: async (ids) =>
      withWholeGraphs(
        db,
        await flowsBesideGraphs(db)
          .select(['chat_flow.id', liveVersionOfFlow.as('version'), stateOfFlow.as('state')])
          .select(liveGraphOfFlow.as('flow_data'))
          .where('chat_flow.id', 'in', [...ids])
          .execute(),
      ),
  }
}
