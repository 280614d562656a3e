import { parseFlowData, type Flow } from '@chatwright/core'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useMemo } from 'react'

import { ErrorState } from '../../../components/error-state.tsx'
import { useVersion } from '../api/chatflow.ts'
import { CanvasProvider, useCanvasState } from '../canvas-context.tsx'
import { FlowCanvas } from '../components/flow-canvas.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { compareFlows, withRemoved } from '../model/compare-flows.ts'
import { FlowChanges } from './flow-changes.tsx'
import { LookingDialogs } from './looking-dialogs.tsx'

interface VersionViewProps {
  chatflowId: string
  version: number
  /** The version it is held against, if any. */
  against: number | undefined
}

/** A kept version as it was drawn; held against another, with what came, went and changed. */
export function VersionView({ chatflowId, version, against }: VersionViewProps) {
  const kept = useVersion(chatflowId, version)
  const other = useVersion(chatflowId, against ?? version)
  const failed = [kept, other].find(({ isError }) => isError)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!kept.data || !other.data) return null
  const flow = parseFlowData(kept.data.flowData)
  const before = against === undefined ? undefined : parseFlowData(other.data.flowData)
  return (
    <>
      <div className="cw-history-drawing">
        <Drawn key={`${version} ${against}`} flow={flow} before={before} name={kept.data.name} />
      </div>
      {before ? (
        <div className="cw-history-changes">
          <FlowChanges from={before} to={flow} voice="later" withValues />
        </div>
      ) : null}
    </>
  )
}

function Drawn({ flow, before, name }: { flow: Flow; before: Flow | undefined; name: string }) {
  const nodes = useCanvasState((state) => state.componentNodes)
  const credentials = useCanvasState((state) => state.componentCredentials)
  const view = useMemo(() => {
    const made = createCanvas({ isReadOnly: true })
    made.open({ flow: before ? withRemoved(before, flow) : flow, name })
    if (before) made.showDifferences(compareFlows(before, flow).byId)
    return made
    // Drawn anew where the versions are others: they never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- parsed anew at each look, and the same
  }, [])
  useEffect(() => view.setCatalogue(nodes, credentials), [view, nodes, credentials])
  return (
    <CanvasProvider canvas={view}>
      <ReactFlowProvider>
        <FlowCanvas />
        <LookingDialogs />
      </ReactFlowProvider>
    </CanvasProvider>
  )
}
