import type { Document } from './documents.ts'

/** One line per tool call, as the wire shows it. */
export interface UsedTool {
  tool: string
  toolInput: Record<string, unknown>
  toolOutput: string
  sourceDocuments?: Document[]
  error?: string
}

export interface Artifact {
  type: string
  data: string
  /** What it shows, for whoever cannot see it. */
  description?: string
}
