import type { Flow, FlowKind } from '@chatwright/core'

/**
 * What became of a node. `same` does what it did; `different` does so with a difference that the note names; `code` runs as a
 * step of code, without anybody's help; `placeholder` stops the run with a sentence.
 */
export type Verdict = 'same' | 'different' | 'code' | 'note' | 'dropped' | 'placeholder'

export type Format = 'n8n' | 'dify' | 'langflow'

export interface ImportedNode {
  name: string
  type: string
  verdict: Verdict
  /** The ids of what stands for it in the flow. */
  to: string[]
  note: string
}

export interface ImportProblem {
  code: string
  message: string
  /** The name that the node has in the file. */
  node?: string
  /** The id of the step it concerns. */
  step?: string
}

/** A credential that somebody has to choose: the same gap of several files is filled once. */
export interface CredentialGap {
  /** What the original calls it. */
  name: string
  /** The types of credentials that fit. */
  types: string[]
  /** The step, and the input below which the node is chosen that needs it; left out for the step itself. */
  step: string
  input?: string
}

/** A step that calls another flow of the same file: its id is known once that flow is stored. */
export interface FlowLink {
  step: string
  /** The input that holds the flow's id. */
  input: string
  flow: string
}

/** Input that the original's author kept beside a trigger. */
export interface Example {
  question: string
  form?: Readonly<Record<string, unknown>>
}

export interface ImportedFlow {
  name: string
  kind: FlowKind
  nodes: ImportedNode[]
  problems: ImportProblem[]
  flow: Flow
  gaps: CredentialGap[]
  examples: Example[]
  links: FlowLink[]
}

export interface ImportedFile {
  format: Format
  formatVersion: string
  flows: ImportedFlow[]
  notes: string[]
}
