import {
  NodeError,
  type ChatModel,
  type Decider,
  type NodeContext,
  type Run,
  type Tool,
  type Toolkit,
  type VectorStore,
} from '@chatwright/core'
import { listTools } from '../agents/list-tools.ts'
import { chosenStore } from '../knowledge/chosen-store.ts'
import { retrievalTool } from '../tools/retrieval-tool.ts'

export interface ToolRow {
  agentSelectedTool?: Tool | Toolkit | undefined
  agentSelectedToolRequiresHumanInput?: boolean | undefined
  agentSelectedToolDecider?: Decider | undefined
}

export interface KnowledgeRow {
  vectorStore?: VectorStore | undefined
  knowledgeName?: string | undefined
  knowledgeDescription?: string | undefined
  returnSourceDocuments?: boolean | undefined
}

export interface StoreRow {
  documentStore?: string | undefined
  docStoreDescription?: string | undefined
  docStoreTopK?: number | undefined
  docStoreFilter?: Record<string, unknown> | undefined
  returnSourceDocuments?: boolean | undefined
}

export interface Knowledge {
  vectorStores?: readonly KnowledgeRow[] | undefined
  documentStores?: readonly StoreRow[] | undefined
}

export interface AgentTools {
  tools: Tool[]
  /** The names of those that a person must allow each time, and who that is. */
  guarded: ReadonlyMap<string, Decider>
}

/** Everything an agent may use: the chosen tools, opened where one choice brings several, and a search in each knowledge. */
export async function openTools(
  rows: readonly ToolRow[] | undefined,
  knowledge: Knowledge,
  { run, context }: { run: Run; context: Pick<NodeContext, 'knowledge'> },
): Promise<AgentTools> {
  const chosen = (rows ?? []).flatMap(
    ({ agentSelectedTool: tool, agentSelectedToolRequiresHumanInput: isGuarded, agentSelectedToolDecider }) =>
      tool ? [{ tool, decider: isGuarded ? (agentSelectedToolDecider ?? 'asker') : undefined }] : [],
  )
  const opened = await Promise.all(chosen.map(({ tool }) => listTools([tool], run)))
  const guarded = new Map(
    chosen.flatMap(({ decider }, index) =>
      (opened[index] ?? []).flatMap(({ name, approval }): [string, Decider][] => {
        // A tool that changes another system and isn't guarded by hand is not for the person who asks to allow.
        const asks = decider ?? (approval === 'ask' ? 'reviewers' : undefined)
        return asks === undefined ? [] : [[name, asks]]
      }),
    ),
  )
  const searches = [
    ...(knowledge.vectorStores ?? []).map(searchIn),
    ...(await Promise.all(
      (knowledge.documentStores ?? []).map((row, index) => searchInStore(row, { index, context })),
    )),
  ].flat()
  // Checked together: two of one name cannot be told apart, wherever they come from.
  return { tools: await listTools([...opened.flat(), ...searches], run), guarded }
}

function searchIn(row: KnowledgeRow, index: number): Tool[] {
  const { vectorStore } = row
  if (!vectorStore) return []
  return [
    retrievalTool({
      name: knowledgeToolName(row.knowledgeName ?? '', index),
      description: row.knowledgeDescription?.trim() || `Searches "${row.knowledgeName ?? 'the documents'}".`,
      returnSourceDocuments: row.returnSourceDocuments ?? false,
      retrieve: (query, run) => vectorStore.search(query, run),
    }),
  ]
}

async function searchInStore(
  { documentStore, docStoreDescription, docStoreTopK: k, docStoreFilter: filter, returnSourceDocuments }: StoreRow,
  { index, context }: { index: number; context: Pick<NodeContext, 'knowledge'> },
): Promise<Tool[]> {
  if (!documentStore?.trim()) return []
  const { id, name } = await chosenStore(documentStore, context.knowledge)
  return [
    retrievalTool({
      name: knowledgeToolName(name, index),
      description: docStoreDescription?.trim() || `Searches "${name || 'the documents'}".`,
      returnSourceDocuments: returnSourceDocuments ?? false,
      retrieve: (query, run) =>
        context.knowledge.search(id, query, run, { ...(k !== undefined && { k }), ...(filter && { filter }) }),
    }),
  ]
}

/** A name that vendors take, and the same as older flows give it. */
export function knowledgeToolName(name: string, index: number): string {
  const written = name
    .toLowerCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^a-z0-9_-]/g, '')
  return written.slice(0, 64) || `knowledge_${index + 1}`
}

/** The model with the tools that its vendor runs itself. Throws, naming the field, where the model has no such tool. */
export function withVendorTools(
  model: ChatModel,
  chosen: Readonly<Record<string, readonly string[] | undefined>>,
): ChatModel {
  const names = Object.values(chosen).flatMap((of) => of ?? [])
  if (names.length === 0) return model
  const known = model.vendorTools?.names ?? []
  for (const [field, wanted] of Object.entries(chosen)) {
    const unknown = (wanted ?? []).find((name) => !known.includes(name))
    if (unknown === undefined) continue
    throw new NodeError(`The model ${model.modelName} doesn't have a tool "${unknown}" of its own here.`, {
      code: 'unsupported',
      field,
      hint:
        known.length > 0
          ? `The model has ${known.join(', ')}. Choose one of these, or use one of this server's tools.`
          : "Clear the field and use this server's tools instead. It has tools that search the web and read pages.",
    })
  }
  return model.vendorTools?.use(names) ?? model
}
