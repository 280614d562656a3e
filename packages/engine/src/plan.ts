import type { InputDescription, NodeDefinition, Template, ValueKind } from '@chatwright/core'
import type { NodeTag } from './fault.ts'
import type { StepCredential } from './step-credential.ts'
import type { StepFlow } from './steps/step-flow.ts'

/** A flow made ready to give a value. Only an answer can also be made step by step. */
export type Plan<Kind extends ValueKind = ValueKind> = ValuePlan<Kind> | (Kind extends 'chat' ? StepPlan : never)

/** An agent flow, which answers by its steps. */
export interface StepPlan {
  readonly kind: 'steps'
  readonly want: 'chat'
  readonly flow: StepFlow
}

/** What to build, in which order, and what of it all requests may share. */
export interface ValuePlan<Kind extends ValueKind = ValueKind> {
  readonly kind: 'values'
  readonly want: Kind
  /** Dependencies first. */
  readonly steps: readonly Step[]
  readonly indexOf: ReadonlyMap<string, number>
  /** The steps built for each request. */
  readonly fresh: ReadonlySet<number>
  /** Whose values are wanted. Of those that can answer the best is first, and more are there only when branches decide. */
  readonly targets: readonly number[]
  /** Branching steps, dependencies first. */
  readonly forks: readonly number[]
  /** For each target and fork: the steps it needs, itself included, dependencies first. */
  readonly needs: ReadonlyMap<number, readonly number[]>
  /** Some text wants the conversation so far. */
  readonly usesHistory: boolean
  /** Some text says where the text of attached files goes. */
  readonly usesFileAttachment: boolean
  /** Some text wants a value of the Variables screen. */
  readonly usesVariables: boolean
  /** Values of shared steps, built once. The only part of a plan that changes. */
  readonly shared: readonly SharedCell[]
}

/** The values that plans of one flow have in common, by node id. */
export type SharedCells = Map<string, SharedCell>

export interface SharedCell {
  current: SharedValue
}

export type SharedValue =
  | { state: 'absent' }
  | { state: 'building'; promise: Promise<unknown> }
  | { state: 'built'; value: unknown }

export interface Step {
  readonly index: number
  readonly tag: NodeTag
  readonly definition: NodeDefinition
  readonly credential: StepCredential | undefined
  readonly output: string
  readonly inputs: readonly StepInput[]
  /** Steps whose values this one takes. */
  readonly dependencies: readonly number[]
  /** Connections and references, with the output they hang on. */
  readonly links: readonly Link[]
  /** Built for each request, because something of the request is in it. */
  readonly isFresh: boolean
  /** Hangs, at any distance, on a branching step. */
  readonly isGuarded: boolean
  readonly isFork: boolean
  /** Its build does the work itself, so that the trace shows the build. */
  readonly worksWhileBuilding: boolean
}

export interface Link {
  readonly source: number
  /** The output the edge starts at; only branching steps care. */
  readonly output: string | undefined
  /** Without this value the node cannot be built. */
  readonly isRequired: boolean
}

/** How one input gets its value. */
export type StepInput =
  | { readonly type: 'constant'; readonly description: InputDescription; readonly value: unknown }
  | { readonly type: 'anchor'; readonly description: InputDescription; readonly sources: readonly number[] }
  | { readonly type: 'template'; readonly description: InputDescription; readonly template: Template }
  /** Parsed JSON whose texts may hold references. */
  | { readonly type: 'structure'; readonly description: InputDescription; readonly tree: TemplateTree }

export type TemplateTree =
  | { readonly type: 'leaf'; readonly value: unknown }
  | { readonly type: 'text'; readonly template: Template }
  | { readonly type: 'list'; readonly items: readonly TemplateTree[] }
  | { readonly type: 'object'; readonly entries: readonly (readonly [string, TemplateTree])[] }
