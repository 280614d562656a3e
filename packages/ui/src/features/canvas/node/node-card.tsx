import type { NodeProps } from '@xyflow/react'
import { isStepNode } from '@chatwright/core'
import { memo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { useCanvasState } from '../canvas-context.tsx'
import { hasLongName } from '../model/name-width.ts'
import { nodeGeometry } from '../model/node-geometry.ts'
import { nodeKind } from '../model/port-kinds.ts'
import { problemsOf } from '../model/problems.ts'
import type { CanvasNode } from '../model/project-flow.ts'
import { useDetail } from './detail.ts'
import { DifferenceMark } from './difference-mark.tsx'
import { NodeBody } from './node-body.tsx'
import { NodeHead } from './node-head.tsx'
import { NodeLabel } from './node-label.tsx'
import { NodeMenu } from './node-menu.tsx'
import { NodePorts } from './node-ports.tsx'
import { NoteResizer } from './note-resizer.tsx'
import { OutlineDetails } from './outline-details.tsx'
import { portColor } from './port-color.ts'
import { StepBody } from './step-body.tsx'

/** Below this height, tile and label do not fit one above the other. */
const LOW = 180

/**
 * A node of the flow. From a distance it is drawn as an outline, nearer with its ports, and near with its fields. What
 * is drawn and cannot be read is hidden by the canvas's mark of distance, so that coming back costs nothing. Flows open
 * and are zoomed out as hundreds of outlines: each element less in them counts.
 */
export const NodeCard = memo(function NodeCard({ data: { node }, selected }: NodeProps<CanvasNode>) {
  const detail = useDetail()
  const isOutline = detail === 'distant' || detail === 'speck'
  const description = useCanvasState((state) => state.catalogue.describe(node.data.name))
  const hasCatalogue = useCanvasState((state) => state.componentNodes.length > 0)
  const run = useCanvasState((state) => state.runs[node.id])
  const difference = useCanvasState((state) => state.differences[node.id])
  const problems = useCanvasState(useShallow((state) => problemsOf(state.problems, node.id)))
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement>()
  const isUnknown = hasCatalogue && description === undefined
  const { width, height } = nodeGeometry(node)
  const isContainer = node.type === 'iteration'
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const looks = [
    'cw-node',
    isOutline ? 'is-outline' : '',
    selected ? 'is-selected' : '',
    height < LOW ? 'is-low' : '',
    isContainer ? 'is-container' : '',
    !isContainer && hasLongName(node.data.label) ? 'has-long-name' : '',
    run ? `is-${run.status}` : '',
    isUnknown ? 'is-unknown' : '',
    difference ? `is-${difference.state}` : '',
    problems.some((problem) => problem.severity === 'error') ? 'has-problem' : '',
  ]
  return (
    <div
      className={looks.filter(Boolean).join(' ')}
      style={{ height, ...(isContainer && { width }), ...(isOutline && { '--port': portColor[nodeKind(node.data)] }) }}
    >
      {isOutline ? (
        <span className="cw-node-label">
          <NodeLabel text={node.data.label} />
        </span>
      ) : (
        <>
          <NodeHead node={node} description={description} problems={problems} run={run} onMenu={setMenuAnchor} />
          {run?.status === 'running' ? <span className="cw-run-bar" aria-hidden /> : null}
          <NodePorts node={node} isReachable={selected} />
        </>
      )}
      {detail === 'distant' ? <OutlineDetails node={node} run={run} problems={problems} isUnknown={isUnknown} /> : null}
      {detail !== 'near' ? null : isStepNode(node) ? <StepBody node={node} /> : <NodeBody node={node} />}
      {difference ? <DifferenceMark difference={difference} /> : null}
      {isContainer && !isOutline && !isReadOnly ? <NoteResizer node={node} /> : null}
      {menuAnchor ? <NodeMenu node={node} anchor={menuAnchor} onClose={() => setMenuAnchor(undefined)} /> : null}
    </div>
  )
})
