import {
  canConnect,
  createCatalogueIndex,
  createHistory,
  disconnectEdit,
  Draft,
  flowKind,
  push,
  redo,
  undo,
} from '@chatwright/core'
import type {
  CredentialDescription,
  Edit,
  Flow,
  FlowKind,
  NodeDescription,
  Position,
  RunEvent,
  Selection,
  Viewport,
} from '@chatwright/core'
import type { StoreApi } from 'zustand/vanilla'

import { alignNodes, shiftNodes } from './arrange.ts'
import type { Alignment } from './arrange.ts'
import { isBegun, NOTHING_SELECTED } from './canvas-state.ts'
import type {
  CanvasDialog,
  CanvasSelection,
  CanvasState,
  LooseEnd,
  OpenChatflow,
  PaletteRequest,
  SidePanel,
} from './canvas-state.ts'
import { dropNodes } from './drop-steps.ts'
import { fittingHandles } from './fitting-handles.ts'
import { forgetUnkept } from './forget-unkept.ts'
import { isSameContent } from './flow-content.ts'
import { keepSame } from './problems.ts'
import type { CanvasProblem } from './problems.ts'
import type { NodeRuns } from '../../../lib/node-run.ts'
import { hearRun } from './run-states.ts'
import { takeSealed } from './take-sealed.ts'
import { nextSaveState } from './save-state.ts'
import type { SaveEvent } from './save-state.ts'

export type CanvasActions = ReturnType<typeof createActions>

export interface OpenOptions {
  flow: Flow
  name: string
  kind?: FlowKind
  chatflow?: OpenChatflow | undefined
  /** What the server has, when the canvas opens with something newer. */
  saved?: { flow: Flow; name: string }
}

interface RunOptions {
  gesture?: string
  select?: CanvasSelection
}

/** Everything that may happen to the open flow. */
export function createActions(store: StoreApi<CanvasState>) {
  const { getState: get, setState: set } = store

  function show(history: CanvasState['history'], more: Partial<CanvasState> = {}): void {
    set((state) => ({
      history,
      selection: keepPresent(more.selection ?? state.selection, history.present),
      isDirty: !isSameContent(history.present, state.saved.flow) || state.name !== state.saved.name,
    }))
  }

  /**
   * Makes edits; false when none of them changes anything. All of a gesture are undone in one step; gestures of the same
   * name, one after the other, too.
   */
  function run(
    work: readonly Edit[] | ((draft: Draft) => void),
    { gesture, select: selected }: RunOptions = {},
  ): boolean {
    const { history, isReadOnly, catalogue } = get()
    if (isReadOnly) return false
    const draft = new Draft(history.present, catalogue)
    if (typeof work === 'function') work(draft)
    else for (const edit of work) draft.try(edit)
    if (draft.flow === history.present) return false
    show(push(history, draft, gesture), selected ? { selection: selected } : {})
    return true
  }

  /** Makes an edit, and selects what it brought in. */
  function runAndSelectNew(edit: Edit): string[] {
    const before = new Set(get().history.present.nodes.map((node) => node.id))
    if (!run([edit])) return []
    const added = get()
      .history.present.nodes.map((node) => node.id)
      .filter((id) => !before.has(id))
    select({ nodes: new Set(added), edges: new Set() })
    return added
  }

  function select(selection: CanvasSelection): void {
    const kept = keepPresent(selection, get().history.present)
    set(({ fresh }) => ({ selection: kept, ...(fresh.size > 0 && { fresh: stillFresh(fresh, kept.nodes) }) }))
  }

  function openDialog(dialog: CanvasDialog | undefined): void {
    // Beside the flow there is room for a form: nothing has to cover it.
    if (dialog?.kind === 'form' && get().side.hasRoom) {
      select({ nodes: new Set([dialog.nodeId]), edges: new Set() })
      inspect({ isFocused: true })
    } else set({ dialog, canvasDialogShow: dialog !== undefined })
  }

  function changeSide(change: Partial<SidePanel>): void {
    set(({ side }) => ({ side: { ...side, ...change } }))
  }

  /** Shows the selected node beside the flow; whoever asks for it by name gets the caret there. */
  function inspect({ isFocused = false } = {}): void {
    const { side } = get()
    if (!side.hasRoom) return
    const isRunInFront = side.isRunShown && side.tab === 'chat' && !isFocused
    changeSide({
      isInspecting: true,
      ...(!isRunInFront && { tab: 'node' }),
      ...(isFocused && { focusCount: side.focusCount + 1 }),
    })
  }

  return {
    run,
    runAndSelectNew,
    select,
    openDialog,

    open({ flow, name, kind = flowKind(flow), chatflow, saved }: OpenOptions): void {
      set((state) => ({
        chatflow,
        name,
        kind,
        history: createHistory(flow),
        saved: saved ?? { flow, name },
        isDirty: saved !== undefined && (!isSameContent(flow, saved.flow) || name !== saved.name),
        save: { status: 'idle' },
        selection: NOTHING_SELECTED,
        connecting: undefined,
        openNodes: new Map(),
        runs: {},
        shownRun: undefined,
        problems: [],
        viewport: flow.viewport,
        isPaletteKept: isBegun(flow),
        openCount: state.openCount + 1,
      }))
    },

    markOpened: (place: string) => set({ opened: { place } }),
    markUnreadable: (place: string, error: unknown) => set({ opened: { place, error } }),
    forgetOpened: () => set({ opened: undefined }),

    /** The edits that were taken back. */
    undo(): readonly Edit[] {
      const { history } = get()
      show(undo(history))
      return history.past.at(-1)?.edits ?? []
    },
    /** The edits that were made again. */
    redo(): readonly Edit[] {
      const { history } = get()
      show(redo(history))
      return history.future[0]?.edits ?? []
    },

    rename(name: string): void {
      const trimmed = name.trim()
      if (trimmed === '') return
      set((state) => ({
        name: trimmed,
        isDirty: trimmed !== state.saved.name || !isSameContent(state.history.present, state.saved.flow),
      }))
    },

    selectAll(): void {
      const { nodes, edges } = get().history.present
      select({ nodes: new Set(nodes.map((node) => node.id)), edges: new Set(edges.map((edge) => edge.id)) })
    },
    selectNothing: () => select(NOTHING_SELECTED),
    /** Selects a node that was just added: until it is left or asked, it may be incomplete. */
    selectFresh(nodeId: string): void {
      set(({ fresh }) => ({ fresh: new Set([...fresh, nodeId]) }))
      select({ nodes: new Set([nodeId]), edges: new Set() })
    },

    removeSelected(): boolean {
      const { nodes, edges } = get().selection
      return run((draft) => {
        for (const id of edges) disconnectIn(draft, id)
        if (nodes.size > 0) draft.try({ do: 'remove', ids: [...nodes] })
      })
    },
    removeNode: (nodeId: string) => run([{ do: 'remove', ids: [nodeId] }]),
    removeEdge: (edgeId: string) => run((draft) => disconnectIn(draft, edgeId)),
    duplicateSelected: (): string[] => runAndSelectNew({ do: 'duplicate', ids: [...get().selection.nodes] }),
    duplicate: (nodeId: string): string[] => runAndSelectNew({ do: 'duplicate', ids: [nodeId] }),
    paste: (selection: Selection, at?: Position): string[] => runAndSelectNew({ do: 'paste', ...selection, at }),

    moveTo: (places: Readonly<Record<string, Position>>, gesture?: string) =>
      run((draft) => dropNodes(draft, places), gesture === undefined ? {} : { gesture }),
    nudge(by: Position): boolean {
      const { history, selection } = get()
      const gesture = `nudge ${[...selection.nodes].join(' ')}`
      return run([{ do: 'move', places: shiftNodes(history.present, selection.nodes, by) }], { gesture })
    },
    align(alignment: Alignment): boolean {
      const { history, selection } = get()
      const nodes = history.present.nodes.filter((node) => selection.nodes.has(node.id))
      return nodes.length > 1 && run([{ do: 'move', places: alignNodes(nodes, alignment) }])
    },

    startConnecting(end: LooseEnd): void {
      set({ connecting: { ...end, fitting: fittingHandles(get().history.present, end) } })
    },
    stopConnecting: () => set({ connecting: undefined }),
    verdict: (connection: Parameters<typeof canConnect>[1]) => canConnect(get().history.present, connection),

    /** Shows a node's whole form in its place, at one of its fields. */
    openNode: (nodeId: string, field?: string) =>
      set(({ openNodes }) => ({ openNodes: new Map([...openNodes, [nodeId, field]]) })),
    closeNode: (nodeId: string) =>
      set(({ openNodes }) => ({ openNodes: new Map([...openNodes].filter(([id]) => id !== nodeId)) })),

    inspect,
    changeSide,

    tap: (nodeId: string | undefined) => set({ lastTapped: nodeId }),
    hoverEdge: (edgeId: string | undefined) => set({ hoveredEdge: edgeId }),

    openPalette: (request: PaletteRequest) => set({ palette: request }),
    /** Opens the palette to stay, with the caret in its search. */
    keepPalette: () => set({ palette: { kind: 'add' }, isPaletteKept: true }),
    closePalette: () => set({ palette: undefined, isPaletteKept: false }),

    setCatalogue(nodes: readonly NodeDescription[], credentials: readonly CredentialDescription[]): void {
      set({ componentNodes: nodes, componentCredentials: credentials, catalogue: createCatalogueIndex(nodes) })
    },
    setProblems: (problems: readonly CanvasProblem[]) =>
      set((state) => ({ problems: keepSame(state.problems, problems) })),
    setViewport: (viewport: Viewport) => set({ viewport }),
    setReadOnly: (isReadOnly: boolean) => set({ isReadOnly }),

    /** Told by the chat, or by who is named. */
    followRun: (event: RunEvent, teller = 'chat') =>
      set((state) => ({ ...hearRun(state, event, teller), fresh: NONE_FRESH })),
    clearRuns: () => set({ runs: {}, shownRun: undefined }),
    /** How the nodes fared in a run that is looked at later. */
    showRuns: (runs: NodeRuns) => set({ runs, shownRun: undefined }),
    showDifferences: (differences: CanvasState['differences']) => set({ differences }),

    saveEvent: (event: SaveEvent) => set((state) => ({ save: nextSaveState(state.save, event) })),
    /** The server has this flow now; edits made while it was on its way stay unsaved. */
    markSaved(chatflow: OpenChatflow, sent: { flow: Flow; name: string }): void {
      set((state) => {
        const { describe } = state.catalogue
        const kept = forgetUnkept(state.history.present, sent.flow, describe)
        const { present, saved } = takeSealed(kept, chatflow.flowData, describe)
        return {
          chatflow,
          saved: { ...sent, flow: saved },
          fresh: NONE_FRESH,
          save: { status: 'idle' },
          history: present === state.history.present ? state.history : { ...state.history, present },
          isDirty: !isSameContent(present, saved) || state.name !== sent.name,
        }
      })
    },
    clearDirty: () => set((state) => ({ saved: { flow: state.history.present, name: state.name }, isDirty: false })),

    announce: (text: string) => set((state) => ({ announcement: { text, count: state.announcement.count + 1 } })),
  }
}

function disconnectIn(draft: Draft, edgeId: string): void {
  const edge = draft.flow.edges.find(({ id }) => id === edgeId)
  if (edge) draft.try(disconnectEdit(draft.flow, edge))
}

const NONE_FRESH: ReadonlySet<string> = new Set()

function stillFresh(fresh: ReadonlySet<string>, selected: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...fresh].filter((id) => selected.has(id)))
}

/** What is gone cannot stay selected. */
function keepPresent(selection: CanvasSelection, flow: Flow): CanvasSelection {
  const nodes = new Set(flow.nodes.map((node) => node.id).filter((id) => selection.nodes.has(id)))
  const edges = new Set(flow.edges.map((edge) => edge.id).filter((id) => selection.edges.has(id)))
  const isSame = nodes.size === selection.nodes.size && edges.size === selection.edges.size
  return isSame ? selection : { nodes, edges }
}
