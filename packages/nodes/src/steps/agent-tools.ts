import { NodeError, type Run, type Tool, type Toolkit, type VectorStore } from '@chatwright/core'
import { listTools } from '../agents/list-tools.ts'
import { retrievalTool } from '../tools/retrieval-tool.ts'

export interface ToolRow {
  agentSelectedTool?: Tool | Toolkit | undefined
  agentSelectedToolRequiresHumanInput?: boolean | undefined
}

export interface KnowledgeRow {
  vectorStore?: VectorStore | undefined
  knowledgeName?: string | undefined
  knowledgeDescription?: string | undefined
  returnSourceDocuments?: boolean | undefined
}

export interface AgentTools {
  tools: Tool[]
  /** The names of those that a person must allow each time. */
  guarded: ReadonlySet<string>
}

/** Everything an agent may use: the chosen tools, opened where one choice brings several, and a search in each knowledge. */
export async function openTools(
  rows: readonly ToolRow[] | undefined,
  knowledge: readonly KnowledgeRow[] | undefined,
  run: Run,
): Promise<AgentTools> {
  const chosen = (rows ?? []).flatMap(({ agentSelectedTool: tool, agentSelectedToolRequiresHumanInput: isGuarded }) =>
    tool ? [{ tool, isGuarded: isGuarded ?? false }] : [],
  )
  const opened = await Promise.all(chosen.map(({ tool }) => listTools([tool], run)))
  const guarded = new Set(
    chosen.flatMap(({ isGuarded }, index) => (isGuarded ? (opened[index] ?? []) : [])).map(byName),
  )
  const searches = (knowledge ?? []).flatMap(searchIn)
  // Checked together: two of one name cannot be told apart, wherever they come from.
  return { tools: await listTools([...opened.flat(), ...searches], run), guarded }
}

function byName({ name }: Tool): string {
  return name
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

/** A name that vendors take, and the same as older flows give it. */
export function knowledgeToolName(name: string, index: number): string {
  const written = name
    .toLowerCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^a-z0-9_-]/g, '')
  return written.slice(0, 64) || `knowledge_${index + 1}`
}

/** Said wherever a document store is chosen. */
export function refuseDocumentStores(
  rows: readonly { documentStore?: string | undefined }[] | undefined,
  field: string,
): void {
  const chosen = (rows ?? []).find(({ documentStore }) => documentStore?.trim())?.documentStore
  if (chosen === undefined) return
  const name = chosen.includes(':') ? chosen.slice(chosen.indexOf(':') + 1) : chosen
  throw new NodeError(`The document store "${name}" cannot be searched: this server has no document stores yet.`, {
    code: 'unsupported',
    field,
    hint: 'Remove it, and choose a vector store with an embedding model instead.',
  })
}

/** Tools that only a vendor's own service runs. */
export function refuseVendorTools(
  chosen: readonly string[] | undefined,
  { vendor, field }: { vendor: string; field: string },
): void {
  if (!chosen?.length) return
  const named = chosen.map((name) => `"${name}"`).join(', ')
  throw new NodeError(`The tools that ${vendor} runs itself (${named}) cannot be used here yet.`, {
    code: 'unsupported',
    field,
    hint: 'Clear the field, and choose tools of this server instead: there are some for searching the web and reading pages.',
  })
}
