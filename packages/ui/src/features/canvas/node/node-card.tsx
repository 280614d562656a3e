import type { FlowNode } from '@chatwright/core'
import type { NodeProps } from '@xyflow/react'
import { memo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { useCanvasState } from '../canvas-context.tsx'
import { nodeGeometry } from '../model/node-geometry.ts'
import { problemsOf } from '../model/problems.ts'
import type { CanvasNode } from '../model/project-flow.ts'
import { useDetail } from './detail.ts'
import { NodeBody } from './node-body.tsx'
import { NodeHead } from './node-head.tsx'
import { NodeMenu } from './node-menu.tsx'
import { NodeOutline } from './node-outline.tsx'
import { NodePorts } from './node-ports.tsx'

/** Below this height, tile and label do not fit one above the other. */
const LOW = 180

/**
 * A node of the flow. From a distance it is drawn as an outline, nearer with its ports, and near with its fields. What
 * is drawn and cannot be read is hidden by the canvas's mark of distance, so that coming back costs nothing.
 */
export const NodeCard = memo(function NodeCard({ data: { node }, selected }: NodeProps<CanvasNode>) {
  const detail = useDetail()
  const isOutline = detail === 'distant' || detail === 'speck'
  const description = useCanvasState((state) => state.catalogue.describe(node.data.name))
  const hasCatalogue = useCanvasState((state) => state.componentNodes.length > 0)
  const run = useCanvasState((state) => state.runs[node.id])
  const problems = useCanvasState(useShallow((state) => problemsOf(state.problems, node.id)))
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement>()
  const isUnknown = hasCatalogue && description === undefined
  const { height } = nodeGeometry(node)
  const looks = [
    'cw-node',
    selected ? 'is-selected' : '',
    height < LOW ? 'is-low' : '',
    run ? `is-${run.status}` : '',
    isUnknown ? 'is-unknown' : '',
    problems.some((problem) => problem.severity === 'error') ? 'has-problem' : '',
  ]
  return (
    <div className={looks.filter(Boolean).join(' ')} style={{ height }}>
      {isOutline ? (
        <NodeOutline node={node} run={run} problems={problems} isUnknown={isUnknown} />
      ) : (
        <>
          <NodeHead node={node} description={description} problems={problems} run={run} onMenu={setMenuAnchor} />
          {run?.status === 'running' ? <span className="cw-run-bar" aria-hidden /> : null}
        </>
      )}
      {detail === 'near' ? <NodeBody node={node} /> : null}
      {isOutline ? <PortDots node={node} /> : <NodePorts node={node} isReachable={selected} />}
      {menuAnchor ? <NodeMenu node={node} anchor={menuAnchor} onClose={() => setMenuAnchor(undefined)} /> : null}
    </div>
  )
})

/** Ports one can see and not hit. They say what they are, for React Flow finds the ends of edges by looking at them. */
function PortDots({ node }: { node: FlowNode }) {
  return nodeGeometry(node).ports.map(({ id, side, y }) => (
    <span
      key={`${side} ${id}`}
      className={`cw-dot ${side === 'input' ? 'target' : 'source'}`}
      data-handleid={id}
      data-handlepos={side === 'input' ? 'left' : 'right'}
      style={{ top: y }}
    />
  ))
}
