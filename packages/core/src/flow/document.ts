/** The flow document, exactly as it is stored in `flowData` and written to flow files. */
export interface Flow {
  nodes: FlowNode[]
  edges: FlowEdge[]
  viewport?: Viewport
}

export interface Viewport {
  x: number
  y: number
  zoom: number
}

export interface Position {
  x: number
  y: number
}

export interface FlowNode {
  id: string
  /** `customNode`, `agentFlow`, `iteration` or `stickyNote`; files of other products carry more kinds, which are kept as they are. */
  type: string
  position: Position
  positionAbsolute?: Position
  width?: number
  height?: number
  selected?: boolean
  dragging?: boolean
  data: NodeData
  /** Keys this version does not know are kept, so that a file survives a round trip. */
  [extra: string]: unknown
}

export interface NodeData {
  id: string
  label: string
  version?: number
  name: string
  type: string
  baseClasses: string[]
  category: string
  description?: string
  inputParams: InputParam[]
  inputAnchors: InputAnchor[]
  inputs: Record<string, unknown>
  outputAnchors: OutputAnchor[]
  outputs?: Record<string, unknown>
  /** The id of a stored credential, never its content. */
  credential?: string
  selected?: boolean
  /** Ids it had while its type had an older name: programs that know it by one still mean it. */
  formerIds?: string[]
  [extra: string]: unknown
}

/** What a form must know to show an input. */
export interface InputShape {
  label: string
  type: string
  description?: string
  placeholder?: string
  optional?: boolean
  default?: unknown
  rows?: number
  step?: number
  min?: number
  max?: number
  list?: boolean
  acceptVariable?: boolean
  additionalParams?: boolean
  /** Its place on the node's card, from 1; what is not said follows from the input's kind. */
  matters?: 1 | 2 | 3
  options?: InputOption[]
  credentialNames?: string[]
  fileType?: string
  loadMethod?: string
  /** A value that is not among the loaded options may be typed. */
  freeSolo?: boolean
  /** A secret of the flow: the server stores it encrypted, and the flow holds what stands for it. */
  isSealed?: boolean
  warning?: string
  datagrid?: DatagridColumn[]
  /** The fields of each row of an `array`. */
  array?: InputDescription[]
  minItems?: number
  /** Rows with a role, of which the first with the role `system` says what the node is to do: forms give it a field of its own. */
  instructions?: true
  /** The class of the node that is chosen here; its inputs stand under the input's name and `Config`. */
  component?: string
  loadConfig?: boolean
  /** Which connections of the chosen node are filled by what: each is another input of this node, or of this row. */
  connects?: Readonly<Record<string, string>>
  /** Other forms of the same input, under the same name, each shown in its own case. */
  variants?: InputDescription[]
  /** Show this input only when other inputs hold one of the given values. */
  show?: Record<string, unknown>
  hide?: Record<string, unknown>
  /** The language of a `code` input. */
  language?: string
  /** The node itself fills the variables of a prompt that is connected here. */
  fillsVariables?: boolean
  /** `upsert`: built only when documents are loaded into a store, never while answering. */
  phase?: 'upsert'
  /** The node fills in `{name}` in this text: braces in what the flow fills in stay text. */
  isTemplate?: boolean
  /** It holds a text of JSON, or one where it begins so: what is filled in between quotes stays there. */
  isJson?: boolean | 'perhaps'
  /**
   * Whether it decides where a secret goes or what the server itself reaches. Only what is declared harmless, with `false`,
   * can be opened to requests: an input nobody thought about stays the builder's.
   */
  destination?: boolean
  /**
   * It says who decides what a step asks. Nothing is written there until somebody chooses, so that the default counts; but a guard
   * that is put before a node that acts, chosen in the input `over` of the same row, is for reviewers from then on. With `guard`, a
   * node that acts is guarded by that switch from when it is chosen, unless somebody says otherwise.
   */
  decides?: { over?: string; guard?: string }
}

/** An input as JSON: shared by the catalogue and by the copy inside a flow. */
export interface InputDescription extends InputShape {
  name: string
  [extra: string]: unknown
}

export interface InputOption {
  label: string
  name: string
  description?: string
}

export interface DatagridColumn {
  field: string
  headerName: string
  type?: 'string' | 'boolean' | 'singleSelect'
  valueOptions?: string[]
  editable?: boolean
  flex?: number
}

/** An input edited on the node. */
export interface InputParam extends InputDescription {
  id?: string
}

/** An input that takes a connection. */
export interface InputAnchor extends InputDescription {
  id?: string
}

/** One output, or, with `options`, a choice among several. */
export interface OutputAnchor {
  id?: string
  /** A number where a step decides among its outputs. */
  name: string | number
  label: string | number
  type?: string
  description?: string
  options?: OutputOption[]
  default?: string
  [extra: string]: unknown
}

export interface OutputOption {
  id: string
  name: string
  label: string
  type: string
  description?: string
  [extra: string]: unknown
}

export interface FlowEdge {
  id: string
  source: string
  target: string
  sourceHandle: string
  targetHandle: string
  type?: string
  data?: { label?: string; [extra: string]: unknown }
  selected?: boolean
  [extra: string]: unknown
}
