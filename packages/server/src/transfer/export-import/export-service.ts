import type { ExportChoice } from '@chatwright/contract'
import { toFileRow } from '../database/backup-file.ts'
import type { BackupStore, TransferTable } from '../database/backup-store.ts'
import type { KnowledgeStore } from '../../knowledge/knowledge/knowledge-store.ts'
import { exportStores } from './export-stores.ts'

export type ExportService = ReturnType<typeof createExportService>

interface ListSpec {
  list: string
  /** The word a request chooses it with. */
  choice: string
  table?: TransferTable | 'knowledge_store'
  /** Flows of every kind lie in one table. */
  type?: string
}

/** The lists of an `ExportData.json`, in its order. Those without a table stay empty: such things are not here. */
const lists: readonly ListSpec[] = [
  { list: 'AgentFlow', choice: 'agentflow', table: 'chat_flow', type: 'MULTIAGENT' },
  { list: 'AgentFlowV2', choice: 'agentflowv2', table: 'chat_flow', type: 'AGENTFLOW' },
  { list: 'AssistantCustom', choice: 'assistantCustom' },
  { list: 'AssistantFlow', choice: 'assistantCustom', table: 'chat_flow', type: 'ASSISTANT' },
  { list: 'AssistantOpenAI', choice: 'assistantOpenAI' },
  { list: 'AssistantAzure', choice: 'assistantAzure' },
  { list: 'ChatFlow', choice: 'chatflow', table: 'chat_flow', type: 'CHATFLOW' },
  { list: 'ChatMessage', choice: 'chat_message', table: 'chat_message' },
  { list: 'ChatMessageFeedback', choice: 'chat_feedback', table: 'feedback' },
  { list: 'CustomTemplate', choice: 'custom_template' },
  { list: 'DocumentStore', choice: 'document_store', table: 'knowledge_store' },
  { list: 'DocumentStoreFileChunk', choice: 'document_store' },
  { list: 'Execution', choice: 'execution' },
  { list: 'Tool', choice: 'tool', table: 'tool' },
  { list: 'Variable', choice: 'variable', table: 'variable' },
]

export function createExportService({
  store,
  stores,
}: {
  store: Pick<BackupStore, 'rows'>
  stores: Pick<KnowledgeStore, 'page' | 'sourcesOf'>
}) {
  return {
    /** The file in pieces: what was chosen, or everything. */
    async *export(choice?: ExportChoice): AsyncGenerator<string> {
      yield '{"FileDefaultName":"ExportData.json"'
      for (const { list, choice: word, table, type } of lists) {
        yield `,"${list}":[`
        if (table && (!choice || choice[word] === true)) yield* rows(table, type)
        yield ']'
      }
      yield '}'
    },
  }

  async function* pages(table: NonNullable<ListSpec['table']>): AsyncGenerator<Record<string, unknown>[]> {
    if (table === 'knowledge_store') yield* exportStores(stores)
    else for await (const page of store.rows(table)) yield page.map(toFileRow)
  }

  async function* rows(table: NonNullable<ListSpec['table']>, type: string | undefined): AsyncGenerator<string> {
    let separator = ''
    for await (const page of pages(table)) {
      const chosen = page.filter((row) => type === undefined || row['type'] === type)
      if (chosen.length === 0) continue
      yield separator + chosen.map((row) => JSON.stringify(withoutSecret(row))).join(',')
      separator = ','
    }
  }
}

/** A secret variable comes along by name: its value is encrypted with a key that stays here. */
function withoutSecret(row: Record<string, unknown>): Record<string, unknown> {
  return row['isSecret'] === true ? { ...row, value: '' } : row
}
