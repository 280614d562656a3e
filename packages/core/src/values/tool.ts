import type { Run } from '../run/run.ts'
import type { Document } from './documents.ts'
import type { StepEffect } from './step-data.ts'
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
  /** What a call does to the world. Without it nobody knows, and it counts as writing. */
  readonly effect?: StepEffect
  /** A person allows each call first; or none needs to, even where the other tools of its kit are guarded. */
  readonly approval?: 'ask' | 'never'
  /** All that it does, it does by calling other nodes of its flow: those are recorded, and held back, one by one. */
  readonly callsNodes?: true
  call(input: Record<string, unknown>, run: Run): Promise<string | ToolResult>
}

/** Several tools from one node: an OpenAPI document, an MCP server. */
export interface Toolkit {
  readonly kind: 'toolkit'
  tools(run: Run): Promise<Tool[]>
}
