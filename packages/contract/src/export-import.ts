import { z } from 'zod'
import { defineRoute } from './route.ts'

const tag = 'Export and import'

/** Rows are read one by one, so that one that cannot be read keeps none of the others out. */
const Rows = z.array(z.record(z.string(), z.unknown()))

/** An `ExportData.json`: any of these lists; others are named as left behind. */
const lists = {
  ChatFlow: Rows.optional(),
  AgentFlow: Rows.optional(),
  AgentFlowV2: Rows.optional(),
  AssistantFlow: Rows.optional(),
  Tool: Rows.optional(),
  Variable: Rows.optional(),
  ChatMessage: Rows.optional(),
  ChatMessageFeedback: Rows.optional(),
  DocumentStore: Rows.optional(),
  /** Passages stay behind: the documents of a store are read again. */
  DocumentStoreFileChunk: Rows.optional(),
}

export const importedLists: readonly string[] = Object.keys(lists)

export const ExportFile = z
  .looseObject(lists)
  .refine((file) => importedLists.some((list) => file[list] !== undefined), {
    message: 'Expected an ExportData.json with at least one list, such as "ChatFlow", "Tool" or "Variable"',
  })
export type ExportFile = z.infer<typeof ExportFile>

/** What happens to something of a file that is here already. */
export const ForExisting = z.enum(['skip', 'replace', 'copy'])
export type ForExisting = z.infer<typeof ForExisting>

const Outcome = z.enum(['new', 'skip', 'replace', 'copy', 'refused'])

export const BroughtNode = z.object({
  id: z.string(),
  label: z.string(),
  /** `works`: it was looked at and lacks nothing. */
  fate: z.enum(['works', 'renamed', 'lacking', 'placeholder']),
  /** What it is called here, where that has changed. */
  renamedTo: z.string().optional(),
  /** What does its work here, where it is kept as a placeholder. */
  instead: z.string().optional(),
  /** The kinds of credentials it takes, where it lacks one. */
  credentials: z.array(z.string()),
  /** What else keeps it from working, each a sentence. */
  lacks: z.array(z.string()),
})
export type BroughtNode = z.infer<typeof BroughtNode>

const Brought = z.object({
  /** Its id here; the one it had, unless `reason` says why not. */
  id: z.string(),
  name: z.string(),
  outcome: Outcome,
  reason: z.string().optional(),
})
export type Brought = z.infer<typeof Brought>

export const BroughtFlow = Brought.extend({
  type: z.string(),
  nodes: z.array(BroughtNode),
  /** What else must be known of it, each a sentence. */
  notes: z.array(z.string()),
})
export type BroughtFlow = z.infer<typeof BroughtFlow>

/** A store of documents: its sources and settings. Its documents are loaded again. */
export const BroughtStore = Brought.extend({
  /** What must be known of it, each a sentence. */
  notes: z.array(z.string()),
})
export type BroughtStore = z.infer<typeof BroughtStore>

export const ImportReport = z.object({
  flows: z.array(BroughtFlow),
  stores: z.array(BroughtStore),
  tools: z.array(Brought),
  variables: z.array(Brought),
  messages: z.object({ brought: z.number(), left: z.number() }),
  feedback: z.object({ brought: z.number(), left: z.number() }),
  /** Lists of the file that have no place here. */
  leftBehind: z.array(z.object({ kind: z.string(), count: z.number() })),
})
export type ImportReport = z.infer<typeof ImportReport>

export const importData = defineRoute({
  method: 'POST',
  path: '/export-import/import',
  access: 'owner',
  right: 'server.admin',
  tag,
  summary:
    'Import an `ExportData.json`. Flows keep their ids, with tools, variables, settings and messages; knowledge bases keep theirs, with their sources. `existing` sets what happens to existing items. With `dryRun=true`, nothing is stored.',
  query: z.strictObject({ existing: ForExisting.optional(), dryRun: z.enum(['true', 'false']).optional() }),
  body: ExportFile,
  isBulk: true,
  response: z.object({ message: z.string(), report: ImportReport }),
  errors: ['database-file-invalid'],
})

/** What to write into an export. Kinds that this server does not have come as empty lists. */
export const ExportChoice = z
  .looseObject({
    agentflow: z.boolean().optional(),
    agentflowv2: z.boolean().optional(),
    assistantCustom: z.boolean().optional(),
    chatflow: z.boolean().optional(),
    chat_message: z.boolean().optional(),
    chat_feedback: z.boolean().optional(),
    document_store: z.boolean().optional(),
    tool: z.boolean().optional(),
    variable: z.boolean().optional(),
  })
  .refine((choice) => Object.values(choice).includes(true), 'Choose at least one kind, such as {"chatflow": true}')
export type ExportChoice = z.infer<typeof ExportChoice>

export const exportData = defineRoute({
  method: 'POST',
  path: '/export-import/export',
  access: 'owner',
  right: 'server.admin',
  tag,
  summary: 'Export the chosen types as `ExportData.json`, without credentials and keys.',
  body: ExportChoice,
  produces: 'file',
})

export const exportAllData = defineRoute({
  method: 'GET',
  path: '/export-import/export',
  access: 'owner',
  right: 'server.admin',
  isAudited: true,
  tag,
  summary: 'Export everything as `ExportData.json`.',
  produces: 'file',
})
