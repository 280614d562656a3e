import type { FlowNode } from '@chatwright/core'
import { MiniMap, ReactFlow, SelectionMode, useReactFlow, useStoreApi } from '@xyflow/react'
import type { EdgeChange, FinalConnectionState, NodeChange, OnConnectStartParams, XYPosition } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { DragEvent, MouseEvent as ClickEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { color } from '../../../theme/tokens.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { connectEnds, connectToNode } from '../model/connect-ends.ts'
import { createDetailView } from '../model/detail-view.ts'
import { distanceAt, NAMES_ZOOM, READING_ZOOM } from '../model/distance.ts'
import { cameraMove, fitViewport } from '../model/fit-viewport.ts'
import { openGeometry } from '../model/node-geometry.ts'
import { canOpen, openedNodes } from '../model/open-nodes.ts'
import { createProjection } from '../model/project-flow.ts'
import type { CanvasEdge, CanvasNode } from '../model/project-flow.ts'
import { DetailContext } from '../node/detail.ts'
import { FlowEdge } from '../node/flow-edge.tsx'
import { NodeCard } from '../node/node-card.tsx'
import { NoteCard } from '../node/note-card.tsx'
import { CanvasDots } from './canvas-dots.tsx'
import { ContextMenu } from './context-menu.tsx'
import type { ContextTarget } from './context-menu.tsx'
import { isPaletteDrag, readPaletteDrag } from './palette-drag.ts'
import { PointerNote } from './pointer-note.tsx'
import { useAddNode } from './use-add-node.ts'
import { useFitted, type FittedOptions } from './use-fitted.ts'
import { useRefusalWords } from './use-refusal-words.ts'
import { usePreferences } from './preferences.ts'
import { markDistance, ZoomWatch } from './zoom-watch.tsx'
import '../canvas.css'

const nodeTypes = { card: NodeCard, note: NoteCard }
const edgeTypes = { flow: FlowEdge }
const NOTHING_DRAGGED: Readonly<Record<string, XYPosition>> = {}
const GRID: [number, number] = [16, 16]

interface FlowCanvasProps {
  children?: ReactNode
  /** Somebody clicked or tapped a node. */
  onNodeActivate?: ((nodeId: string, event: ClickEvent) => void) | undefined
  /** What is to be in view where not all of the flow is. */
  fit?: Omit<FittedOptions, 'leastZoom'>
}

/** The flow, drawn. What it shows is a projection of the document; what a person does to it becomes commands. */
export function FlowCanvas(props: FlowCanvasProps) {
  const { screenToFlowPosition } = useReactFlow()
  const addNode = useAddNode()
  const element = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number }>()
  const store = useStoreApi()
  useLayoutEffect(() => {
    // Where ports lie is known from the document. React Flow would measure them in the page, for each node that comes
    // into view anew, and find none on nodes that are drawn as outlines.
    store.setState({ updateNodeInternals: () => undefined })
    if (element.current) setSize({ width: element.current.clientWidth, height: element.current.clientHeight })
  }, [store])
  const onDrop = (event: DragEvent) => {
    const dragged = readPaletteDrag(event.dataTransfer)
    if (dragged === undefined) return
    event.preventDefault()
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    addNode(dragged.name, { kind: 'add', at }, dragged.inputs)
  }
  return (
    <div
      ref={element}
      className="cw-canvas"
      onDragOver={(event) => {
        if (!isPaletteDrag(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onDrop={onDrop}
    >
      {size ? <FlowPane {...props} size={size} element={element} /> : null}
    </div>
  )
}

interface FlowPaneProps extends FlowCanvasProps {
  /** The room there is when the pane is first drawn. */
  size: { width: number; height: number }
  element: RefObject<HTMLElement | null>
}

function FlowPane({ children, onNodeActivate, fit: seen, size, element }: FlowPaneProps) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const flow = useCanvasState((state) => state.history.present)
  const selection = useCanvasState((state) => state.selection)
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const { hasMinimap, isSnapping, isDetailed } = usePreferences()
  const openNodes = useCanvasState((state) => state.openNodes)
  const opened = useMemo(
    () => openedNodes(flow, (id) => !isReadOnly && (isDetailed || openNodes.has(id))),
    [flow, isReadOnly, isDetailed, openNodes],
  )
  const shift = useRef(opened.shift)
  useLayoutEffect(() => void (shift.current = opened.shift), [opened])
  const { screenToFlowPosition, getZoom, setCenter } = useReactFlow()
  const isPhone = useIsPhone()
  // A whole flow on a phone is a row of cards too small for their names: where there is no list of them, a part that can be
  // read is shown instead.
  const fit = { ...seen, leastZoom: isPhone && isReadOnly ? NAMES_ZOOM : undefined }
  const { onMoveStart, onMoveEnd } = useFitted(fit)
  const [opening] = useState(() => fitViewport(flow, size, fit) ?? { x: 0, y: 0, zoom: 1 })
  const detail = useMemo(
    () =>
      createDetailView({
        zoom: opening.zoom,
        onZooming: (isZooming, zoom) => {
          element.current?.toggleAttribute('data-zooming', isZooming)
          if (!isZooming) markDistance(element.current, zoom)
        },
        ...browserClock,
      }),
    [opening, element],
  )
  useEffect(() => () => detail.stop(), [detail])
  useLayoutEffect(() => markDistance(element.current, opening.zoom), [element, opening])
  const [dragged, setDragged] = useState(NOTHING_DRAGGED)
  const [refusal, setRefusal] = useState<{ at: XYPosition; text: string }>()
  const [context, setContext] = useState<ContextTarget>()
  const refusalWords = useRefusalWords()
  const connectFrom = useRef<OnConnectStartParams>(null)
  const projection = useMemo(() => createProjection((joins) => t('edge.label', { ...joins })), [t])

  const marks = { selectedNodes: selection.nodes, selectedEdges: selection.edges, dragged, opened }
  const nodes = projection.nodes(flow, marks)
  const edges = projection.edges(flow, marks)

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      applySelection(canvas, changes, 'nodes')
      const moved = changes.filter((change) => change.type === 'position')
      if (moved.length === 0) return
      const places = Object.fromEntries(moved.flatMap(({ id, position }) => (position ? [[id, position]] : [])))
      if (moved.some((change) => change.dragging)) {
        setDragged((before) => ({ ...before, ...places }))
      } else {
        // One step of undo for the whole gesture, however far it went.
        canvas.moveTo(unshifted(places, shift.current))
        setDragged(NOTHING_DRAGGED)
      }
    },
    [canvas],
  )
  const onEdgesChange = useCallback(
    (changes: EdgeChange<CanvasEdge>[]) => applySelection(canvas, changes, 'edges'),
    [canvas],
  )

  const onConnectStart = useCallback(
    (_: unknown, from: OnConnectStartParams) => {
      connectFrom.current = from
      if (from.nodeId === null || from.handleId === null) return
      canvas.startConnecting({
        nodeId: from.nodeId,
        handleId: from.handleId,
        side: from.handleType === 'target' ? 'input' : 'output',
      })
    },
    [canvas],
  )
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      const end = canvas.store.getState().connecting
      canvas.stopConnecting()
      if (!end || state.isValid) return
      const at = pointerOf(event)
      const nodeId = state.toHandle?.nodeId ?? nodeAt(at)
      const isAimed = state.toHandle !== null && distanceAt(getZoom()) === 'near'
      if (nodeId !== undefined && !isAimed && connectToNode(canvas, end, nodeId)) return
      if (state.toHandle?.id) {
        const outcome = connectEnds(canvas, end, { nodeId: state.toHandle.nodeId, handleId: state.toHandle.id })
        if (outcome === undefined) return
        const text = refusalWords(outcome)
        setRefusal({ at, text })
        canvas.announce(text)
      } else {
        canvas.openPalette({ kind: 'connect', end, at: screenToFlowPosition(at) })
      }
    },
    [canvas, screenToFlowPosition, getZoom, refusalWords],
  )

  return (
    <DetailContext value={detail}>
      <ReactFlow<CanvasNode, CanvasEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={({ source, sourceHandle, target, targetHandle }) => {
          if (sourceHandle === null || targetHandle === null) return
          connectEnds(
            canvas,
            { nodeId: source, handleId: sourceHandle, side: 'output' },
            { nodeId: target, handleId: targetHandle },
          )
        }}
        onConnectStart={onConnectStart}
        onConnectEnd={onConnectEnd}
        isValidConnection={({ source, sourceHandle, target, targetHandle }) =>
          canvas.verdict({ source, sourceHandle: sourceHandle ?? '', target, targetHandle: targetHandle ?? '' }).ok
        }
        onEdgeMouseEnter={(_, edge) => canvas.hoverEdge(edge.id)}
        onEdgeMouseLeave={() => canvas.hoverEdge(undefined)}
        onNodeClick={(event, node) => onNodeActivate?.(node.id, event)}
        onNodeDoubleClick={(_, { data: { node } }) => {
          if (node.type === 'stickyNote') return
          if (isReadOnly || !canOpen(node)) {
            canvas.openDialog({ kind: 'form', nodeId: node.id })
            return
          }
          canvas.openNode(node.id)
          // From afar an opened node says no more than before.
          if (getZoom() < READING_ZOOM) void setCenter(...middleOf(node), { zoom: 1, ...cameraMove() })
        }}
        onNodeContextMenu={(event, { id }) => {
          if (isReadOnly) return
          event.preventDefault()
          canvas.select({ nodes: new Set([id]), edges: new Set() })
          setContext({ kind: 'node', id, at: cornerOf(event) })
        }}
        onEdgeContextMenu={(event, { id }) => {
          const edge = flow.edges.find((each) => each.id === id)
          if (isReadOnly || !edge) return
          event.preventDefault()
          setContext({ kind: 'edge', edge, at: cornerOf(event) })
        }}
        onPaneContextMenu={(event) => {
          if (isReadOnly || !('clientX' in event)) return
          event.preventDefault()
          const place = screenToFlowPosition({ x: event.clientX, y: event.clientY })
          setContext({ kind: 'pane', place, at: cornerOf(event) })
        }}
        onMoveStart={onMoveStart}
        onMoveEnd={onMoveEnd}
        defaultViewport={opening}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        connectionRadius={24}
        connectOnClick={false}
        onlyRenderVisibleElements
        elevateNodesOnSelect
        snapToGrid={isSnapping}
        snapGrid={GRID}
        minZoom={0.1}
        maxZoom={2}
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={MULTI_SELECT}
        selectionMode={SelectionMode.Partial}
        zoomOnDoubleClick={false}
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
        aria-label={t('canvas.label')}
        tabIndex={0}
        onPaneClick={(event) => {
          element.current?.querySelector<HTMLElement>('.react-flow')?.focus({ preventScroll: true })
          if (distanceAt(getZoom()) !== 'speck') return
          const { x, y } = screenToFlowPosition(pointerOf(event.nativeEvent))
          void setCenter(x, y, { zoom: READING_ZOOM, ...cameraMove() })
        }}
        onPointerDownCapture={() => setRefusal(undefined)}
      >
        <CanvasDots />
        <ZoomWatch onZoom={detail.zoomed} />
        {hasMinimap ? (
          <MiniMap
            pannable
            zoomable
            ariaLabel={t('toolbar.minimap')}
            bgColor={color.paper}
            maskColor={color.hover}
            nodeColor={color.control}
            nodeBorderRadius={24}
            className="cw-minimap"
          />
        ) : null}
        {children}
      </ReactFlow>
      {context ? <ContextMenu target={context} onClose={() => setContext(undefined)} /> : null}
      {refusal ? <PointerNote at={refusal.at} text={refusal.text} onClose={() => setRefusal(undefined)} /> : null}
    </DetailContext>
  )
}

const browserClock = {
  now: () => performance.now(),
  nextFrame: (act: () => void) => {
    const frame = requestAnimationFrame(act)
    return () => cancelAnimationFrame(frame)
  },
  /** Counted from when this frame is on the glass: on a slow machine the next step of a zoom still comes in time. */
  later: (act: () => void, delay: number) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(act, delay)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  },
}

function cornerOf({ clientX, clientY }: { clientX: number; clientY: number }) {
  return { left: clientX, top: clientY }
}

function middleOf(node: FlowNode): [x: number, y: number] {
  const { width, height } = openGeometry(node)
  return [node.position.x + width / 2, node.position.y + height / 2]
}

/** The places of nodes as the document has them, without the room that an opened node takes. */
function unshifted(places: Record<string, XYPosition>, shift: ReadonlyMap<string, number>): Record<string, XYPosition> {
  return Object.fromEntries(Object.entries(places).map(([id, { x, y }]) => [id, { x, y: y - (shift.get(id) ?? 0) }]))
}

const MULTI_SELECT = ['Meta', 'Control']

function applySelection(
  canvas: ReturnType<typeof useCanvas>,
  changes: readonly (NodeChange<CanvasNode> | EdgeChange<CanvasEdge>)[],
  what: 'nodes' | 'edges',
): void {
  const chosen = changes.filter((change) => change.type === 'select')
  if (chosen.length === 0) return
  const { selection } = canvas.store.getState()
  const ids = new Set(selection[what])
  for (const { id, selected } of chosen) {
    if (selected) ids.add(id)
    else ids.delete(id)
  }
  canvas.select({ ...selection, [what]: ids })
}

function nodeAt({ x, y }: XYPosition): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('.react-flow__node')?.dataset['id']
}

function pointerOf(event: MouseEvent | TouchEvent): XYPosition {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 }
}
