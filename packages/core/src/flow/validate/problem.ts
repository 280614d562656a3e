export type ProblemCode =
  | 'agentflow'
  | 'unknown-node'
  | 'outdated-node'
  | 'missing-input'
  | 'bad-input'
  | 'missing-credential'
  | 'unfilled-variables'
  | 'loose-reference'
  | 'dangling-edge'
  | 'unknown-input'
  | 'types-differ'
  | 'too-many-edges'
  | 'cycle'
  | 'no-ending'
  | 'several-endings'

/** What one click could do about a problem. */
export type ProblemAction =
  | { type: 'update-node'; nodeId: string }
  | { type: 'edit-input'; nodeId: string; field: string }
  | { type: 'choose-credential'; nodeId: string }
  | { type: 'remove-edge'; edgeId: string }

/** Something about a flow that a person can put right while drawing. */
export interface Problem {
  code: ProblemCode
  /** An error stops the flow from answering; a warning may not. */
  severity: 'error' | 'warning'
  nodeId?: string
  /** The input it is about, by name. */
  field?: string
  edgeId?: string
  message: string
  /** The way out, as a sentence. */
  fix: string
  action?: ProblemAction
}
