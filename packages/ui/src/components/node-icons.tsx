import Box from '@mui/material/Box'
import { IconCube } from '@tabler/icons-react'
import { useState } from 'react'

import { useNodeIcon } from '../lib/icons.ts'
import { nodeWords } from '../lib/node-words.ts'
import { color, radius, type } from '../theme/tokens.ts'

interface NodeIconsProps {
  names: readonly string[]
  /** How many pictures at most; the rest becomes a number. */
  limit?: number
  label: string
  moreLabel: (count: number) => string
}

/** The pictures of the nodes a flow uses, and how many more there are. */
export function NodeIcons({ names, limit = 4, label, moreLabel }: NodeIconsProps) {
  const rest = names.length - limit
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'flex',
        gap: 0.5,
        alignItems: 'center',
        margin: 0,
        padding: 0,
        listStyle: 'none',
        height: 28,
        flexShrink: 0,
      }}
    >
      {names.length === 0 ? (
        <Box
          component="li"
          aria-hidden
          sx={{ width: 28, height: 28, borderRadius: radius.nested, border: `1px dashed ${color.control}` }}
        />
      ) : null}
      {names.slice(0, limit).map((name) => (
        <li key={name}>
          <NodeTile name={name} />
        </li>
      ))}
      {rest > 0 ? (
        <Box
          component="li"
          title={moreLabel(rest)}
          sx={{ ...type.caption, color: color.text3, marginLeft: 0.5, whiteSpace: 'nowrap' }}
        >
          +{rest}
        </Box>
      ) : null}
    </Box>
  )
}

/** Asked for once and not there: a list of many flows must not ask again for each of them. */
const missing = new Set<string>()

/** One node's picture on a quiet tile; a general sign when it has none. */
export function NodeTile({ name }: { name: string }) {
  const [isMissing, setIsMissing] = useState(() => missing.has(name))
  const source = useNodeIcon(name)
  const words = nodeWords(name)
  return (
    <Box
      title={words}
      sx={{
        width: 28,
        height: 28,
        borderRadius: radius.nested,
        backgroundColor: color.sunken,
        color: color.text2,
        display: 'grid',
        placeItems: 'center',
      }}
    >
      {isMissing ? (
        <IconCube size={16} aria-label={words} />
      ) : source === undefined ? null : (
        <img
          src={source}
          alt={words}
          width={28}
          height={28}
          decoding="async"
          onError={() => {
            missing.add(name)
            setIsMissing(true)
          }}
          style={{ objectFit: 'contain', borderRadius: radius.nested }}
        />
      )}
    </Box>
  )
}
