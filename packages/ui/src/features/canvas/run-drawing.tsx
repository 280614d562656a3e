import { readFlow, type NodeDescription } from '@chatwright/core'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useMemo } from 'react'

import type { NodeRuns } from '../../lib/node-run.ts'
import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { CanvasProvider, useCanvas } from './canvas-context.tsx'
import { CanvasToolbar } from './components/canvas-toolbar.tsx'
import { FlowCanvas } from './components/flow-canvas.tsx'
import { useCanvasCommands } from './components/use-canvas-commands.ts'
import { createCanvas } from './model/canvas-store.ts'

interface RunDrawingProps {
  flowData: string
  /** The declarations of its nodes. */
  nodes: readonly NodeDescription[]
  runs: NodeRuns
  chosen: string | undefined
  onChoose: (nodeId: string) => void
}

/** A flow as it was, to look at, with how its nodes fared in a run. */
export default function RunDrawing({ flowData, nodes, ...shown }: RunDrawingProps) {
  const canvas = useMemo(() => {
    const made = createCanvas({ isReadOnly: true })
    made.setCatalogue(nodes, [])
    made.open({ flow: readFlow(flowData, made.store.getState().catalogue.describe).flow, name: '' })
    return made
  }, [flowData, nodes])
  return (
    <CanvasProvider canvas={canvas}>
      <ReactFlowProvider>
        <Drawn {...shown} />
      </ReactFlowProvider>
    </CanvasProvider>
  )
}

const nothing = () => undefined
const NO_FILE = { save: nothing, export: nothing, load: nothing, rename: nothing }
const LOOKING = new Set(['fit', 'zoomIn', 'zoomOut', 'zoomReset', 'minimap'])

function Drawn({ runs, chosen, onChoose }: Pick<RunDrawingProps, 'runs' | 'chosen' | 'onChoose'>) {
  const canvas = useCanvas()
  const all = useCanvasCommands(NO_FILE)
  const commands = useMemo(() => all.filter((command) => LOOKING.has(command.id)), [all])
  const isPhone = useIsPhone()
  const around = chosen ?? telling(runs)
  const fit = useMemo(() => (isPhone ? { around, chosen } : {}), [isPhone, around, chosen])
  useEffect(() => canvas.showRuns(runs), [canvas, runs])
  useEffect(() => {
    canvas.select({ nodes: new Set(chosen === undefined ? [] : [chosen]), edges: new Set() })
  }, [canvas, chosen])
  return (
    <>
      <FlowCanvas onNodeActivate={onChoose} fit={fit} />
      <CanvasToolbar commands={commands} hasProblems={false} />
    </>
  )
}

/** The node that one opens a run for: the one that failed, or that it waits at. */
function telling(runs: NodeRuns): string | undefined {
  const withStatus = (status: string) => Object.keys(runs).find((id) => runs[id]?.status === status)
  return withStatus('failed') ?? withStatus('waiting') ?? withStatus('running')
}
