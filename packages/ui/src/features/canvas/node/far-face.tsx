import type { FlowNode } from '@chatwright/core'
import type { ReactNode } from 'react'

import { nodeGeometry } from '../model/node-geometry.ts'
import { categoryKind } from '../model/port-kinds.ts'
import { NodeTile } from './node-tile.tsx'
import { portColor } from './port-color.ts'

/** Below this, tile and label do not fit one above the other. */
const LOW = 180

interface FarFaceProps {
  node: FlowNode
  hasIcon: boolean
  /** So far away that a picture would be a dot: the tile is its colour alone. */
  isDistant: boolean
  children: ReactNode
}

/** A node from afar: what it is, in letters that stay readable on the glass. */
export function FarFace({ node, hasIcon, isDistant, children }: FarFaceProps) {
  const isLow = nodeGeometry(node).height < LOW
  return (
    <div className={isLow ? 'cw-far is-low' : 'cw-far'}>
      {isDistant ? (
        <span className="cw-tile is-plain" style={{ '--port': portColor[categoryKind(node.data.category)] }} />
      ) : (
        <NodeTile name={node.data.name} category={node.data.category} hasIcon={hasIcon} />
      )}
      <span className="cw-far-label">{node.data.label}</span>
      <span className="cw-far-state">{children}</span>
    </div>
  )
}
