import { createCatalogueIndex, createHistory, flowKind } from '@chatwright/core'
import type {
  CatalogueIndex,
  CredentialDescription,
  Flow,
  FlowEdge,
  FlowKind,
  History,
  NodeDescription,
  Position,
  Viewport,
} from '@chatwright/core'

import type { Publishing } from '@chatwright/contract'
import type { Difference } from './compare-flows.ts'
import type { CanvasProblem } from './problems.ts'
import type { NodeRun } from '../../../lib/node-run.ts'
import type { ShownRun } from './run-states.ts'
import type { SaveState } from './save-state.ts'

/** The stored chat flow that a canvas edits. */
export interface OpenChatflow {
  id: string
  name: string
  /** The newest that was saved. */
  version: number
  /** The one that answers. */
  liveVersion: number
  publish: Publishing
  updatedDate?: string
  isPublic?: boolean
  apikeyid?: string | null
  /** As the server stored it, in the answer to a save. */
  flowData?: string
}

export interface CanvasSelection {
  nodes: ReadonlySet<string>
  edges: ReadonlySet<string>
}

/** One end of a connection that is being drawn. */
export interface LooseEnd {
  nodeId: string
  handleId: string
  side: 'input' | 'output'
}

export interface Connecting extends LooseEnd {
  /** The handles that would take it. */
  fitting: ReadonlySet<string>
}

/** What the palette was opened for. */
export type PaletteRequest =
  | { kind: 'add'; at?: Position }
  | { kind: 'connect'; end: LooseEnd; at?: Position }
  | { kind: 'insert'; edge: FlowEdge }

export type CanvasDialog =
  | { kind: 'info'; nodeId: string }
  | { kind: 'text'; nodeId: string; name: string }
  | { kind: 'prompt-values'; nodeId: string; name: string }
  | { kind: 'form'; nodeId: string }
  | { kind: 'rename-node'; nodeId: string }
  | { kind: 'name'; purpose: 'save' | 'rename' }
  | { kind: 'shortcuts' }
  | { kind: 'find' }
  | { kind: 'outline' }
  | { kind: 'history'; againstLive?: boolean }
  | { kind: 'conflict' }
  /** To any node, or to one that is chosen already. */
  | { kind: 'connect'; end: LooseEnd; nodeId?: string }
  | { kind: 'credentials' }
  | { kind: 'credential'; id: string }
  | { kind: 'import-report'; messages: readonly string[]; isStored?: boolean }

/** The inspector beside the flow, and which of its tabs is in front. */
export interface SidePanel {
  /** Whether this canvas has room for it. */
  hasRoom: boolean
  isInspecting: boolean
  tab: 'node' | 'chat'
  /** A run is looked at in the place of the chat: it follows the selection by itself. */
  isRunShown: boolean
  /** Grows when the caret is to go into the inspector. */
  focusCount: number
  /** The node that somebody asked to run, until it does. */
  toRun: string | undefined
}

export interface CanvasState {
  /** Nothing until the flow is saved for the first time. */
  chatflow: OpenChatflow | undefined
  name: string
  /** What it was opened as; a drawing with nodes says itself what it is. */
  kind: FlowKind
  history: History
  /** The flow as the server has it. */
  saved: { flow: Flow; name: string }
  isDirty: boolean
  save: SaveState
  isReadOnly: boolean
  selection: CanvasSelection
  connecting: Connecting | undefined
  /** Nodes that show their whole form, and the field that one of them was opened for. */
  openNodes: ReadonlyMap<string, string | undefined>
  /** What the panel beside the flow shows besides the chat; nothing on a phone, which has sheets. */
  side: SidePanel
  /** The node a finger touched last. */
  lastTapped: string | undefined
  /** The edge under the pointer. */
  hoveredEdge: string | undefined
  palette: PaletteRequest | undefined
  /** Whether the palette stands beside the flow, also when it is asked for nothing. */
  isPaletteKept: boolean
  dialog: CanvasDialog | undefined
  /** Whether any dialog is open; keys then belong to the dialog. */
  canvasDialogShow: boolean
  componentNodes: readonly NodeDescription[]
  componentCredentials: readonly CredentialDescription[]
  catalogue: CatalogueIndex
  problems: readonly CanvasProblem[]
  /** Nodes that were just added and not left since: what is not filled in on them is no fault yet. */
  fresh: ReadonlySet<string>
  runs: Readonly<Record<string, NodeRun>>
  /** The run that these are of, where one is followed. */
  shownRun: ShownRun | undefined
  /** How nodes and connections stand to an earlier flow, by id: where two versions are looked at. */
  differences: Readonly<Record<string, Difference>>
  viewport: Viewport | undefined
  /** The address whose flow is on the canvas, or why it could not be put there. */
  opened: { place: string; error?: unknown } | undefined
  /** Grows when another flow is opened on this canvas. */
  openCount: number
  /** Said to a screen reader; the number lets the same sentence be said twice. */
  announcement: { text: string; count: number }
}

export const NOTHING_SELECTED: CanvasSelection = { nodes: new Set(), edges: new Set() }

export function initialState(flow: Flow = { nodes: [], edges: [] }, name = ''): CanvasState {
  return {
    chatflow: undefined,
    name,
    kind: flowKind(flow),
    history: createHistory(flow),
    saved: { flow, name },
    isDirty: false,
    save: { status: 'idle' },
    isReadOnly: false,
    selection: NOTHING_SELECTED,
    connecting: undefined,
    openNodes: new Map(),
    side: { hasRoom: false, isInspecting: false, tab: 'chat', isRunShown: false, focusCount: 0, toRun: undefined },
    lastTapped: undefined,
    hoveredEdge: undefined,
    palette: undefined,
    isPaletteKept: isBegun(flow),
    dialog: undefined,
    canvasDialogShow: false,
    componentNodes: [],
    componentCredentials: [],
    catalogue: createCatalogueIndex([]),
    problems: [],
    fresh: new Set(),
    runs: {},
    shownRun: undefined,
    differences: {},
    viewport: flow.viewport,
    opened: undefined,
    openCount: 0,
    announcement: { text: '', count: 0 },
  }
}

/** Whether the canvas draws values that feed nodes, or steps that follow each other. */
export function canvasKind({ kind, history: { present } }: Pick<CanvasState, 'kind' | 'history'>): FlowKind {
  const isTelling = present.nodes.some((node) => node.type !== 'stickyNote')
  return isTelling ? flowKind(present) : kind
}

/** Whether a flow is only being begun: then the palette is what one needs; over a drawn one it takes room from reading. */
export function isBegun(flow: Flow): boolean {
  return flow.nodes.filter((node) => node.type !== 'stickyNote' && node.data['hideInput'] !== true).length === 0
}
