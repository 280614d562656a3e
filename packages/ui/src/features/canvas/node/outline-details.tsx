import type { PortPlace } from '../model/node-geometry.ts'
import type { CanvasProblem } from '../model/problems.ts'
import type { NodeRun } from '../../../lib/node-run.ts'
import { NodeState } from './node-state.tsx'

interface OutlineDetailsProps {
  ports: readonly PortPlace[]
  run: NodeRun | undefined
  problems: readonly CanvasProblem[]
  isUnknown: boolean
}

/** What an outline shows once it is larger than a speck: how the node stands, and ports one can see and not hit. */
export function OutlineDetails({ ports, run, problems, isUnknown }: OutlineDetailsProps) {
  return (
    <>
      {run || isUnknown || problems.length > 0 ? (
        <NodeState run={run} problems={problems} isUnknown={isUnknown} />
      ) : null}
      {ports.map(({ id, side, y }) => (
        <span key={`${side} ${id}`} className={`cw-dot is-${side}`} style={{ top: y }} />
      ))}
    </>
  )
}
