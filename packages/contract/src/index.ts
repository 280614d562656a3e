export * from './api-keys.ts'
export * from './attachments.ts'
export * from './chat-messages.ts'
export * from './chatflows.ts'
export * from './credentials.ts'
export * from './database.ts'
export * from './errors.ts'
export * from './executions.ts'
export * from './export-import.ts'
export * from './feedback.ts'
export * from './fields.ts'
export * from './files.ts'
export * from './health.ts'
export * from './inbox.ts'
export * from './jobs.ts'
export * from './knowledge.ts'
export * from './knowledge-index.ts'
export {
  ChosenNode,
  KnowledgeSource,
  KnowledgeState,
  KnowledgeStore,
  Passage,
  PassagePage,
  type SourceValues,
  type StoreRefresh,
} from './knowledge-values.ts'
export * from './leads.ts'
export * from './local-models.ts'
export * from './marketplaces.ts'
export * from './mcp.ts'
export * from './nodes.ts'
export * from './openai.ts'
export * from './openapi.ts'
export * from './predictions.ts'
export * from './recordings.ts'
export * from './route.ts'
export * from './runs.ts'
export * from './schedules.ts'
export * from './sign-ins.ts'
export * from './speech.ts'
export * from './spend.ts'
export * from './tests.ts'
export * from './tools.ts'
export * from './upserts.ts'
export * from './variables.ts'
export * from './waits.ts'
export * from './triggers.ts'
export * from './webhooks.ts'
