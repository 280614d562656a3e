/** A flow in short: which nodes, what is typed into them, and what is connected. Drawn with the nodes of today. */
export interface FlowOutline {
  id: string
  name: string
  description: string
  usecases: readonly string[]
  /** By id, as a flow names them: `chatOpenAI_0`. */
  nodes: Readonly<Record<string, OutlinedNode>>
  /** `source > target.input`; between steps `source > target`, and `source:1 > target` from a numbered output. */
  edges: readonly string[]
  /** A note on the canvas that says what to do first. */
  note: string
  badge?: string
}

export interface OutlinedNode {
  label?: string
  inputs?: Readonly<Record<string, unknown>>
  output?: string
}

/** A custom tool, ready to be taken over into one's own tools. */
export interface ToolTemplate {
  id: string
  name: string
  description: string
  usecases: readonly string[]
  color: string
  /** Rows of the schema grid. */
  schema: readonly { property: string; description: string; type: 'string' | 'number' | 'boolean'; required: boolean }[]
  func: string
}
