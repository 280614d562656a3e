import { sql } from 'kysely'
import type { FlowHeadRow } from '../../door/http/flow-head.ts'
import type { Database } from '../../ground/db/database.ts'
import {
  flowsBesideGraphs,
  graphOfFlow,
  keepGraph,
  stateOfFlow,
  touchGraph,
  versionsWithGraphs,
  withWholeGraph,
} from '../../parts/graphs/shared-graphs.ts'
import { preparedQuery } from '../../ground/db/prepared-query.ts'

/** Which of the deployed flows: of thousands of them a question is for one. */
export interface DeployedFilter {
  name?: string
  isPublic?: boolean
}

export interface FlowHeadStore {
  /** A flow without its graph, which is read only when it is not known yet. */
  head(id: string): Promise<FlowHeadRow | undefined>
  deployed(which?: DeployedFilter): Promise<FlowHeadRow[]>
  names(): Promise<{ id: string; name: string }[]>
  graph(id: string): Promise<{ version: number; state: string; flow_data: string } | undefined>
  /** Keeps a graph under its hash: the one of a version, or the given text. */
  keepGraph(graph: { hash: string; at: Date } & ({ id: string; version: number } | { text: string })): Promise<void>
  /** A graph by its hash, or else the one of a version that is still kept. */
  pinnedGraph(pinned: { id: string; version: number; hash?: string | undefined }): Promise<string | undefined>
  /** Changes whenever a credential or a tool does: what flows are built from besides their graph. */
  partsRevision(): Promise<string>
}

const headColumns = [
  'id',
  'name',
  'version',
  'live_version',
  'is_published_by_hand',
  'gate',
  'type',
  'deployed',
  'is_public',
  'is_owner_only',
  'is_told',
  'api_key_id',
  'chatbot_config',
  'api_config',
  'speech_to_text',
  'text_to_speech',
  'follow_up_prompts',
  'created_date',
] as const

/** When heads may be others. That a flow ran, which a busy one notes all the time, changes none. */
export function headRevision({ revisionOf }: Pick<Database, 'revisionOf'>): (() => number) | undefined {
  return revisionOf?.(['chat_flow'], ['chat_flow.last_run_date'])
}

export function createFlowHeadStore({ query: db }: Database): FlowHeadStore {
  const heads = db.selectFrom('chat_flow').select(headColumns).select(stateOfFlow.as('state'))
  const readHead = preparedQuery(heads.where('id', '=', ''))
  const versionGraph = async ({ id, version }: { id: string; version: number }): Promise<string | undefined> => {
    const row = await versionsWithGraphs(db)
      .where('chat_flow_version.chatflow_id', '=', id)
      .where('chat_flow_version.version', '=', version)
      .executeTakeFirst()
    return (await withWholeGraph(db, row))?.flow_data
  }
  return {
    head: async (id) => (await readHead(db, [id])).rows[0],

    deployed: ({ name, isPublic } = {}) =>
      heads
        .where('deployed', '=', 1)
        .$if(name !== undefined, (q) => q.where('name', '=', name ?? ''))
        .$if(isPublic === true, (q) => q.where('is_public', '=', 1))
        .orderBy('name')
        .orderBy('id')
        .execute(),

    names: () => db.selectFrom('chat_flow').select(['id', 'name']).orderBy('name').orderBy('id').execute(),

    graph: async (id) =>
      withWholeGraph(
        db,
        await flowsBesideGraphs(db)
          .select(['chat_flow.version', stateOfFlow.as('state'), graphOfFlow.as('flow_data')])
          .where('chat_flow.id', '=', id)
          .executeTakeFirst(),
      ),

    async keepGraph({ hash, at, ...source }) {
      const createdDate = at.toISOString()
      if ('text' in source) {
        await keepGraph(db, source.text, createdDate)
        return
      }
      if (await touchGraph(db, { hash, at: createdDate })) return
      const text = await versionGraph(source)
      if (text !== undefined) await keepGraph(db, text, createdDate)
    },

    async pinnedGraph({ id, version, hash }) {
      const kept =
        hash === undefined
          ? undefined
          : await db.selectFrom('graph').select('flow_data').where('hash', '=', hash).executeTakeFirst()
      return kept ? (await withWholeGraph(db, kept))?.flow_data : versionGraph({ id, version })
    },

    async partsRevision() {
      const { rows } = await sql<Record<string, unknown>>`
        select
          (select count(*) from credential) as credentials,
          (select max(updated_date) from credential) as credential_date,
          (select count(*) from tool) as tools,
          (select max(updated_date) from tool) as tool_date`.execute(db)
      return JSON.stringify(rows[0])
    },
  }
}
