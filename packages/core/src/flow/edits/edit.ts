import type { RowChange } from '../commands/change-rows.ts'
import type { FlowEdge, FlowNode, Position, Viewport } from '../document.ts'

/**
 * A change of a flow as data: it can be sent, logged, named in undo, proposed, refused and replayed. Ends of connections
 * and places inside inputs are names, never handles.
 */
export type Edit =
  | AddEdit
  | RemoveEdit
  | SetEdit
  | RenameEdit
  | OutputEdit
  | CredentialEdit
  | UpgradeEdit
  | ConnectEdit
  | DisconnectEdit
  | RowsEdit
  | MoveEdit
  | ResizeEdit
  | IntoEdit
  | OutOfEdit
  | PasteEdit
  | DuplicateEdit
  | RestoreEdit

export interface AddEdit {
  do: 'add'
  /** The name of a node of the catalogue. */
  node: string
  /** The node's name and the first free number, where it is left out. */
  id?: string | undefined
  label?: string | undefined
  inputs?: Readonly<Record<string, unknown>> | undefined
  /** Beside everything else, where it is left out; inside a container, counted from its corner. */
  at?: Position | undefined
  container?: string | undefined
}

export interface RemoveEdit {
  do: 'remove'
  ids: readonly string[]
}

export interface SetEdit {
  do: 'set'
  id: string
  /** Inside the inputs: `temperature`, `llmMessages[1].content`. */
  path: string
  /** Left out to clear it. */
  value?: unknown
}

export interface RenameEdit {
  do: 'rename'
  id: string
  label: string
}

export interface OutputEdit {
  do: 'output'
  id: string
  output: string
}

export interface CredentialEdit {
  do: 'credential'
  id: string
  /** Left out for none. */
  credential?: string | undefined
}

/** Brings a node to its current version. */
export interface UpgradeEdit {
  do: 'upgrade'
  id: string
}

export interface ConnectEdit {
  do: 'connect'
  from: string
  /** `llmChain_0.model`; in an agent flow the id of the step. */
  to: string
  /** The output it leaves from, where the node has several. */
  branch?: string | undefined
}

export interface DisconnectEdit {
  do: 'disconnect'
  from: string
  to: string
  branch?: string | undefined
}

/** Adds, removes or moves a row of a list, and takes the connections of each row along. */
export interface RowsEdit {
  do: 'rows'
  id: string
  list: string
  change: RowChange
}

export interface MoveEdit {
  do: 'move'
  places: Readonly<Record<string, Position>>
}

export interface ResizeEdit {
  do: 'resize'
  id: string
  width: number
  height: number
}

export interface IntoEdit {
  do: 'into'
  ids: readonly string[]
  container: string
}

export interface OutOfEdit {
  do: 'outOf'
  ids: readonly string[]
}

/** Adds copies of nodes and of the edges among them, under ids that are free. */
export interface PasteEdit {
  do: 'paste'
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
  /** Where the top left corner goes; left out to keep the places. */
  at?: Position | undefined
}

/** Copies nodes, what stands inside them and the edges among them, beside them. */
export interface DuplicateEdit {
  do: 'duplicate'
  ids: readonly string[]
}

/** Puts parts of a flow back exactly as they were: what undoes any edit, and what no other edit can say. */
export interface RestoreEdit {
  do: 'restore'
  nodes: readonly Splice<FlowNode>[]
  edges: readonly Splice<FlowEdge>[]
  /** Left out where it stays; null for none. */
  viewport?: Viewport | null | undefined
}

/** Items that stand in the place of others, whose ids are named so that nothing else is replaced by mistake. */
export interface Splice<Item> {
  at: number
  remove: readonly string[]
  insert: readonly Item[]
}
