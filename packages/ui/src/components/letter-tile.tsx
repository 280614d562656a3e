import Box from '@mui/material/Box'

import { color, radius, type } from '../theme/tokens.ts'

/** The first letters of a name on a quiet tile, for things that have no picture. */
export function LetterTile({ name }: { name: string }) {
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
  return (
    <Box
      aria-hidden
      sx={{
        ...type.caption,
        fontWeight: 500,
        flex: 'none',
        width: 28,
        height: 28,
        borderRadius: radius.nested,
        display: 'grid',
        placeItems: 'center',
        backgroundColor: color.secondarySoft,
        color: color.onSecondarySoft,
      }}
    >
      {letters}
    </Box>
  )
}
