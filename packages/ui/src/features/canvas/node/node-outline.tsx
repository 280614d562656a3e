import type { FlowNode } from '@chatwright/core'

import { categoryKind } from '../model/port-kinds.ts'
import type { CanvasProblem } from '../model/problems.ts'
import type { NodeRun } from '../model/run-states.ts'
import { NodeState } from './node-state.tsx'
import { portColor } from './port-color.ts'

interface NodeOutlineProps {
  node: FlowNode
  run: NodeRun | undefined
  problems: readonly CanvasProblem[]
  isUnknown: boolean
}

/** The head of a node so far away that a picture would be a dot: its colour, its name, and how it stands. */
export function NodeOutline({ node, run, problems, isUnknown }: NodeOutlineProps) {
  return (
    <div className="cw-node-head">
      <span className="cw-tile" style={{ '--port': portColor[categoryKind(node.data.category)] }} aria-hidden />
      <div className="cw-node-title">
        <span className="cw-node-label">{node.data.label}</span>
      </div>
      {run || isUnknown || problems.length > 0 ? (
        <NodeState run={run} problems={problems} isUnknown={isUnknown} />
      ) : null}
    </div>
  )
}
