import type { Run } from '../run/run.ts'
import type { Document } from './documents.ts'
import type { ToolSpec } from './messages.ts'
import type { Artifact } from './used-tool.ts'

export interface ToolResult {
  content: string
  sourceDocuments?: Document[]
  artifacts?: Artifact[]
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
