import {
  IconBrain,
  IconDatabaseSearch,
  IconFileText,
  IconMessageChatbot,
  IconMessageCircle,
  IconTool,
  IconVector,
  IconWand,
} from '@tabler/icons-react'
import { useState } from 'react'

import { useNodeIcon } from '../../../lib/icons.ts'
import { nodeKind } from '../model/port-kinds.ts'
import { portColor } from './port-color.ts'

const CATEGORY_ICONS = {
  model: IconMessageCircle,
  memory: IconBrain,
  document: IconFileText,
  embedding: IconVector,
  retriever: IconDatabaseSearch,
  tool: IconTool,
  prompt: IconWand,
  chain: IconMessageChatbot,
}

/** The maker's mark, which is a tile of its own; the category's icon on the category's ground when there is none. */
export function NodeTile({ name, category, hasIcon }: { name: string; category: string; hasIcon: boolean }) {
  const [isBroken, setIsBroken] = useState(false)
  const source = useNodeIcon(name)
  const kind = nodeKind({ name, category })
  const Icon = CATEGORY_ICONS[kind]
  return (
    <span className="cw-tile" style={{ '--port': portColor[kind] }} aria-hidden>
      {!hasIcon || isBroken ? (
        <Icon size={18} />
      ) : source === undefined ? null : (
        <img
          src={source}
          alt=""
          width={28}
          height={28}
          loading="lazy"
          draggable={false}
          onError={() => setIsBroken(true)}
        />
      )}
    </span>
  )
}
