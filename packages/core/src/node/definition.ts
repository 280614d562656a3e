import type { InputDescription, InputOption } from '../flow/document.ts'
import type { Run } from '../run/run.ts'
import type { NodeContext } from './context.ts'
import type { CredentialValues } from './credential-values.ts'
import type { InputSpec, InputSpecs, InputValues } from './inputs.ts'

export type { CredentialValues } from './credential-values.ts'

export interface OutputSpec {
  label: string
  baseClasses: readonly string[]
  description?: string
}

/** What the engine must know about a node beyond its inputs. */
export interface NodeTraits {
  /** The node's value is a Chat, so it can end a flow; or only when one of these outputs is chosen. */
  answers?: true | readonly string[]
  /** Its value depends on the request even when no input says so; or only when one of these outputs is chosen. */
  usesRequest?: true | readonly string[]
  /** Its outputs are branches: `build` returns `branch(output, value)`, and what hangs on the others is not run. */
  branches?: true
  /** Its value is a VectorStore whichever output is chosen: `POST /vector/upsert` loads documents into it. */
  upserts?: true
  /**
   * A run may change something outside with it: send, order, delete. `unless` names the values of inputs with which it only
   * looks.
   */
  acts?: true | { unless: Readonly<Record<string, string | readonly string[]>> }
  /** The input that names the model, where another may be asked in its place. */
  modelInput?: string
  /** The service that it reaches, by its name: its step, its tool and its loader share it. */
  service?: string
  /** The vendor's own client that its requests were compared with. */
  verifiedWith?: string
  /** Not part of a run: a note on the canvas. */
  inert?: true
  /** Of the first agent kind: its flow runs as the steps that it means, and it has no value itself. Nothing leads from an end. */
  mapped?: { ends?: true }
  /** Its value is a step: it stands in agent flows, where edges say what comes after what. */
  step?: StepTraits
}

export interface StepTraits {
  /** A run begins here; nothing leads to it. */
  starts?: true
  /** The input whose rows give the flow's state its keys; a row of type `list` is a list that steps add to. */
  declaresState?: string
  /** Nothing leads from it. */
  ends?: true
  /** It chooses among its outputs, which are numbered: one for each row of this input, and one more when none fits. */
  decides?:
    | { rows: string; hasElse: boolean }
    /** Those there always are, and one more for each row of `more`. */
    | { outputs: readonly string[]; more?: string }
  /** Outputs that it has besides, each while an input holds a value. */
  mayAlso?: readonly ExtraOutput[]
  /** The key under which it asks a person: so an address to decide at is known before it does. */
  asks?: string
  /** Steps can be drawn inside it. */
  container?: true
  /** The input whose rows change the flow's state. */
  updatesState?: string
}

export interface ExtraOutput {
  name: string
  label: string
  while: { input: string; is: string }
}

export interface BuildArguments<Specs extends InputSpecs> {
  inputs: InputValues<Specs>
  /** The chosen output's name; the node's own name when it has only one. */
  output: string
  credential: CredentialValues
  node: { id: string; name: string; label: string }
  /** The question and session, for nodes whose trait says they use the request. */
  request: RequestView | undefined
  context: NodeContext
}

export interface RequestView {
  question: string
  run: Run
}

export interface LoadArguments {
  /** The node's inputs as they stand on the canvas, unparsed. */
  inputs: Readonly<Record<string, unknown>>
  credential: CredentialValues
  context: NodeContext
  signal: AbortSignal
  /** All nodes there are, for inputs that choose one. */
  catalogue?: readonly NodeDescription[]
  /** The steps that lead to this one, for inputs that speak of them. */
  previousNodes?: readonly PreviousNode[]
  /** What the tools of a node that is chosen on the canvas take, each argument once: the node is built to see it. */
  toolArguments?: (chosen: {
    name: string
    settings: Readonly<Record<string, unknown>>
    credential: string | undefined
  }) => Promise<InputOption[]>
}

/** A step that leads to another, as the canvas tells it. */
export interface PreviousNode {
  id: string
  name: string
  label: string
  inputs: Readonly<Record<string, unknown>>
}

export type LoadMethod = (args: LoadArguments) => Promise<InputOption[]> | InputOption[]

/** A flow saved with an older version of a node: returns its inputs in the newer shape. */
export interface NodeMigration {
  to: number
  name: string
  migrate(inputs: Record<string, unknown>): Record<string, unknown>
}

export interface NodeDeclaration<Specs extends InputSpecs = InputSpecs> {
  name: string
  label: string
  version: number
  category: string
  /** One plain sentence: what it does. */
  description: string
  icon: string
  /** The colour of its card and edges in an agent flow, as `#rrggbb`. */
  color?: string
  /** The first one is the node's type. */
  baseClasses: readonly string[]
  /** Credential kinds that fit; in an object, when the node also works without. */
  credential?: readonly string[] | { names: readonly string[]; optional: true }
  inputs: Specs
  outputs?: Readonly<Record<string, OutputSpec>>
  traits?: NodeTraits
  /** Old names that mean this node. */
  aliases?: readonly NodeAlias[]
  /** Other words by which people look for it. */
  keywords?: readonly string[]
  badge?: 'beta' | 'new' | 'deprecated'
  /** Where a person reads more about the vendor. */
  documentation?: string
  /** Minimal inputs with which the node builds; the conformance suite uses them. */
  example?: Readonly<Record<string, unknown>>
  migrations?: readonly NodeMigration[]
  build(args: BuildArguments<Specs>): unknown
  load?: Readonly<Record<string, LoadMethod>>
}

export interface NodeAlias {
  name: string
  /** Turns the old node's inputs into this one's. */
  inputs?: Readonly<Record<string, string>>
  /** Inputs of the old node that belong to the nodes it feeds today, under the same names. */
  handsOn?: readonly string[]
}

/** A node declaration with its input types erased, as the catalogue holds it. */
export type NodeDefinition = Omit<NodeDeclaration, 'build'> & {
  build(args: BuildArguments<InputSpecs>): unknown
}

/** Declares a node. One declaration gives form, validation, docs, types and behaviour. */
export function defineNode<Specs extends InputSpecs>(declaration: NodeDeclaration<Specs>): NodeDefinition {
  return declaration
}

export interface CredentialDeclaration {
  name: string
  label: string
  description?: string
  icon?: string
  version: number
  /** `password` inputs are secret: never sent back. */
  inputs: Readonly<Record<string, InputSpec>>
  /** Of credentials that a person allows in a browser, or that get their tokens from the service: how. */
  connection?(values: CredentialValues): ConnectionSettings
  /** A cheap call that proves the values right; throws a NodeError when they are not. */
  test?(args: {
    values: CredentialValues
    context: Pick<NodeContext, 'fetch' | 'providerFetch' | 'dialAddress'>
    signal: AbortSignal
  }): Promise<string>
}

/** How a connection gets its tokens, and where it shows them. */
export interface ConnectionSettings {
  grant: 'authorization-code' | 'client-credentials' | 'device-code' | 'service-account'
  clientId?: string
  clientSecret?: string
  /** Where the client's secret stands in a request for tokens. */
  clientAuthentication?: 'header' | 'body'
  authorizationUrl?: string
  tokenUrl: string
  deviceUrl?: string
  revokeUrl?: string
  scopes: readonly string[]
  /** What stands between scopes; a space where nothing is said. */
  scopeSeparator?: string
  /** Sent along to the page where a person allows it. */
  authorizationParams?: Readonly<Record<string, string>>
  /** Sent along with every request for tokens. */
  tokenParams?: Readonly<Record<string, string>>
  /** Hosts that are shown the token, each with all below it. */
  hosts: readonly string[]
  /** The key of a service account, for the grant of the same name. */
  account?: { email: string; privateKey: string; keyId?: string; subject?: string }
}

export function defineCredential(declaration: CredentialDeclaration): CredentialDeclaration {
  return declaration
}

/** The choice of a branching node. */
export interface Branch {
  readonly kind: 'branch'
  readonly output: string
  readonly value: unknown
}

export function branch(output: string, value: unknown): Branch {
  return { kind: 'branch', output, value }
}

/** A node as JSON: what `GET /api/v1/nodes` answers and the canvas draws from. */
export interface NodeDescription {
  label: string
  name: string
  version: number
  type: string
  icon: string
  category: string
  description: string
  color?: string
  baseClasses: string[]
  inputs: InputDescription[]
  outputs?: { label: string; name: string; baseClasses: string[]; description?: string }[]
  credential?: InputDescription
  traits?: NodeTraits
  aliases?: NodeAlias[]
  keywords?: string[]
  badge?: string
  documentation?: string
  loadMethods?: string[]
  /** Which package a node came from, when it is not one of ours. */
  origin?: string
}

/** A credential kind as JSON. */
export interface CredentialDescription {
  label: string
  name: string
  version: number
  description?: string
  icon?: string
  inputs: InputDescription[]
  canTest: boolean
  /** It is connected in a browser, or by itself, after its fields were saved. */
  isConnection?: true
}
