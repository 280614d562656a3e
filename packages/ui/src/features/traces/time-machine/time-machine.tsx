import type { ExecutionFlow } from '@chatwright/contract'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'

import { useCalls } from '../api/use-recording.ts'
import { listChanges, NO_CHANGES, toRunChanges, withInputs } from '../model/changes.ts'
import { ChangeBar } from './change-bar.tsx'
import { TimeMachineContext, type TimeMachine as Machine } from './time-machine-context.ts'

interface TimeMachineProps {
  runId: string
  /** What was asked. */
  question: string
  flow: ExecutionFlow | undefined
  /** The run is at rest. */
  isOver: boolean
  /** Beside the canvas: changes a node where it is drawn. */
  onChangeNode?: (nodeId: string) => void
  /** Shows the run, on the flow with what is changed in it. */
  children: (flow: ExecutionFlow | undefined) => ReactNode
}

/** What was recorded of a run, and a place to change something and see what comes of it. */
export function TimeMachine({ runId, question, flow, isOver, onChangeNode, children }: TimeMachineProps) {
  const { data: recorded } = useCalls(runId, isOver)
  const [changes, setChanges] = useState(NO_CHANGES)
  const request = useMemo(
    () => (flow && listChanges(changes).length > 0 ? toRunChanges(changes, flow.flowData) : undefined),
    [changes, flow],
  )
  const changed = useMemo(
    () => flow && { ...flow, flowData: withInputs(flow.flowData, changes.nodes) },
    [flow, changes.nodes],
  )
  const machine: Machine = {
    runId,
    recorded,
    flow,
    changes,
    change: setChanges,
    request,
    question,
    onChangeNode,
  }
  return (
    <TimeMachineContext value={machine}>
      {children(changed)}
      {/* Anew for other changes: what came of these says nothing of them. */}
      {request === undefined ? null : (
        <ChangeBar key={JSON.stringify(request)} request={request} isDocked={onChangeNode !== undefined} />
      )}
    </TimeMachineContext>
  )
}
