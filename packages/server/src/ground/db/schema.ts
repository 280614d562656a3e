import type { AuditEntryTable, AuditSealTable } from './audit-tables.ts'
import type { PasswordLinkTable, PersonTable } from './people-tables.ts'
import type { ChannelTable } from './channel-tables.ts'
import type { FlowNoticeTable } from './notice-tables.ts'
import type {
  ApiKeyTable,
  ChatFlowTable,
  ChatFlowVersionTable,
  ComparisonCaseTable,
  ComparisonTable,
  CredentialTable,
  DryReplayTable,
  FlowSecretTable,
  GraphTable,
  NodeDeclarationTable,
  RecordTable,
  SignInTable,
  ToolTable,
  UnsealedGraphTable,
  VariableTable,
} from './flow-tables.ts'
import type {
  ChatMessageTable,
  DeletedChatTable,
  KeptQuestionTable,
  FeedbackTable,
  InboxDismissalTable,
  LeadTable,
  NamedSessionTable,
  UpsertHistoryTable,
} from './message-tables.ts'
import type {
  CallCostTable,
  LedgerHoldTable,
  LedgerTable,
  PriceTable,
  RecordedValueTable,
  RunEventTable,
  RunTable,
  RunWaitTable,
  SharedExecutionTable,
  SharedPartTable,
  SpendLimitTable,
  SpendTable,
} from './run-tables.ts'
import type { TestCaseTable, TestSetTable, TestTurnTable } from './test-tables.ts'
import type { DeliveryTable } from './delivery-tables.ts'
import type { FlowMcpTable, FlowTriggerTable } from './trigger-tables.ts'
import type {
  KnowledgePassageTable,
  KnowledgeSourceTable,
  KnowledgeStoreTable,
  KnowledgeTestTable,
  VectorCollectionTable,
  VectorDocumentTable,
  VectorEmbeddingTable,
  VectorIndexPartTable,
  VectorIndexTable,
} from './knowledge-tables.ts'

import type { DataRowTable, DataTableTable } from './data-table-tables.ts'
import type { CustomMcpServerTable } from './mcp-server-tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** The tables, once for both databases: texts, integers and ISO dates only, so that one code reads either. */
export interface Schema {
  chat_flow: ChatFlowTable
  chat_flow_version: ChatFlowVersionTable
  comparison: ComparisonTable
  comparison_case: ComparisonCaseTable
  dry_replay: DryReplayTable
  chat_message: ChatMessageTable
  deleted_chat: DeletedChatTable
  kept_question: KeptQuestionTable
  graph: GraphTable
  node_declaration: NodeDeclarationTable
  flow_secret: FlowSecretTable
  unsealed_graph: UnsealedGraphTable
  run: RunTable
  run_event: RunEventTable
  run_wait: RunWaitTable
  shared_execution: SharedExecutionTable
  shared_part: SharedPartTable
  recorded_value: RecordedValueTable
  price: PriceTable
  spend: SpendTable
  call_cost: CallCostTable
  spend_limit: SpendLimitTable
  ledger: LedgerTable
  ledger_hold: LedgerHoldTable
  flow_trigger: FlowTriggerTable
  flow_notice: FlowNoticeTable
  flow_mcp: FlowMcpTable
  delivery: DeliveryTable
  test_set: TestSetTable
  test_case: TestCaseTable
  test_turn: TestTurnTable
  channel: ChannelTable
  custom_mcp_server: CustomMcpServerTable
  data_table: DataTableTable
  data_row: DataRowTable
  tool: ToolTable
  credential: CredentialTable
  api_key: ApiKeyTable
  sign_in: SignInTable
  person: PersonTable
  audit_entry: AuditEntryTable
  audit_seal: AuditSealTable
  password_link: PasswordLinkTable
  variable: VariableTable
  inbox_dismissal: InboxDismissalTable
  feedback: FeedbackTable
  lead: LeadTable
  named_session: NamedSessionTable
  upsert_history: UpsertHistoryTable
  record: RecordTable
  knowledge_store: KnowledgeStoreTable
  knowledge_source: KnowledgeSourceTable
  knowledge_passage: KnowledgePassageTable
  knowledge_test: KnowledgeTestTable
  vector_document: VectorDocumentTable
  vector_embedding: VectorEmbeddingTable
  vector_collection: VectorCollectionTable
  vector_index: VectorIndexTable
  vector_index_part: VectorIndexPartTable
}
