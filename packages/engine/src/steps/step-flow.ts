import type { InputDescription, NodeDefinition, StepTemplate } from '@chatwright/core'
import type { Catalogue } from '../catalogue.ts'
import type { Component } from '../component-shape.ts'
import type { NodeTag } from '../fault.ts'
import type { StepCredential } from '../step-credential.ts'
import type { StepGraph } from './step-graph.ts'

/** An agent flow made ready to run many times: its steps, what each takes, and what comes after what. */
export interface StepFlow {
  readonly catalogue: Catalogue
  readonly nodes: ReadonlyMap<string, StepNode>
  /** What is drawn outside all containers. */
  readonly graph: StepGraph
  /** What is drawn inside each container. */
  readonly inside: ReadonlyMap<string, StepGraph>
  /** Steps that do not depend on each other run at once; else one after another, in the order of the drawing. */
  readonly isParallel: boolean
  /** Keys of the state that hold lists: what a step writes there is added to them. */
  readonly lists: ReadonlySet<string>
  /** Some text wants the conversation so far. */
  readonly usesHistory: boolean
  /** Some text wants a value of the Variables screen. */
  readonly usesVariables: boolean
  /** It was read from a flow of the first agent kind. */
  readonly older?: { withInputs(inputs: NodeInputs): Promise<StepFlow> }
}

/** What a request puts in the place of inputs, by the id of the node. */
export type NodeInputs = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export interface StepNode {
  readonly tag: NodeTag
  readonly definition: NodeDefinition
  readonly credential: StepCredential | undefined
  readonly inputs: readonly NodeInput[]
  /** The rows that change the flow's state once the step is done. */
  readonly stateRows: readonly StateRow[]
  readonly policy: StepPolicy
}

export interface StateRow {
  readonly key: string
  readonly value: ValueTree
}

export interface StepPolicy {
  readonly onError: 'fail' | 'retry' | 'default' | 'output'
  readonly retries: number
  readonly text: string
}

/** How one input of a step gets its value. */
export type NodeInput =
  | { readonly type: 'value'; readonly description: InputDescription; readonly tree: ValueTree }
  | { readonly type: 'rows'; readonly description: InputDescription; readonly rows: readonly (readonly NodeInput[])[] }
  | { readonly type: 'component'; readonly description: InputDescription; readonly chosen: Chosen | undefined }

/** A node chosen inside a step. */
export interface Chosen {
  readonly component: Component & { id: string }
  /** Inputs of it, and of what is connected to it, that hold references: filled for each execution. */
  readonly filled: readonly FilledInput[]
}

export interface FilledInput {
  /** The id of the node chosen, or of one connected to it. */
  readonly id: string
  readonly name: string
  readonly tree: ValueTree
}

/** A stored value in which texts may hold references. */
export type ValueTree =
  | { readonly type: 'leaf'; readonly value: unknown }
  | {
      readonly type: 'text'
      readonly template: StepTemplate
      /** It is a text of JSON. */
      readonly isJson?: true
    }
  | { readonly type: 'list'; readonly items: readonly ValueTree[] }
  | { readonly type: 'object'; readonly entries: readonly (readonly [string, ValueTree])[] }
