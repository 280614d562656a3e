import type { FlowNode } from '@chatwright/core'

import { NodeTile } from './node-tile.tsx'

/** A node from afar: what it is, in letters that stay readable on the glass. */
export function FarFace({ node, hasIcon }: { node: FlowNode; hasIcon: boolean }) {
  return (
    <div className="cw-far">
      <NodeTile name={node.data.name} category={node.data.category} hasIcon={hasIcon} />
      <span className="cw-far-label">{node.data.label}</span>
    </div>
  )
}
