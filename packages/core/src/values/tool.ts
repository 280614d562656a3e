import type { Run } from '../run/run.ts'
import type { ToolSpec } from './chat-model.ts'
import type { Document } from './retrieval.ts'

export interface ToolResult {
  content: string
  sourceDocuments?: Document[]
  artifacts?: Artifact[]
}

export interface Artifact {
  type: string
  data: string
}

export interface Tool extends ToolSpec {
  readonly kind: 'tool'
  /** The tool's answer is the agent's answer. */
  readonly returnDirect?: boolean
  call(input: Record<string, unknown>, run: Run): Promise<string | ToolResult>
}

/** Several tools from one node: an OpenAPI document, an MCP server. */
export interface Toolkit {
  readonly kind: 'toolkit'
  tools(run: Run): Promise<Tool[]>
}

/** One line per tool call, as the wire shows it. */
export interface UsedTool {
  tool: string
  toolInput: Record<string, unknown>
  toolOutput: string
  sourceDocuments?: Document[]
  error?: string
}
