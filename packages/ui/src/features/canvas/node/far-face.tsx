import type { FlowNode } from '@chatwright/core'
import type { ReactNode } from 'react'

import { nodeGeometry } from '../model/node-geometry.ts'
import { NodeTile } from './node-tile.tsx'

/** Below this, tile and label do not fit one above the other. */
const LOW = 180

/** A node from afar: what it is, in letters that stay readable on the glass. */
export function FarFace({ node, hasIcon, children }: { node: FlowNode; hasIcon: boolean; children: ReactNode }) {
  const isLow = nodeGeometry(node).height < LOW
  return (
    <div className={isLow ? 'cw-far is-low' : 'cw-far'}>
      <NodeTile name={node.data.name} category={node.data.category} hasIcon={hasIcon} />
      <span className="cw-far-label">{node.data.label}</span>
      <span className="cw-far-state">{children}</span>
    </div>
  )
}
