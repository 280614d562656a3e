import { useState } from 'react'

import { radius } from '../theme/tokens.ts'
import { LetterTile } from './letter-tile.tsx'

/**
 * A tool's picture where it is part of the tool, its letters otherwise. A picture at a web address is not fetched: who
 * looks at a list of tools must not be seen by whoever wrote one.
 */
export function ToolTile({ name, iconSrc }: { name: string; iconSrc: string | null }) {
  const [isBroken, setIsBroken] = useState(false)
  if (!iconSrc?.startsWith('data:image/') || isBroken) return <LetterTile name={name} />
  return (
    <img
      src={iconSrc}
      alt=""
      width={28}
      height={28}
      onError={() => setIsBroken(true)}
      style={{ flex: 'none', objectFit: 'contain', borderRadius: radius.nested }}
    />
  )
}
