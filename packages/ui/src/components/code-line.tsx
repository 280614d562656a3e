import Box from '@mui/material/Box'

import { color, monoFamily, radius, type } from '../theme/tokens.ts'
import { CopyButton } from './copy-button.tsx'

/** A line or two for machines, to be copied: a key, an address, a request. */
export function CodeLine({ label, text }: { label: string; text: string }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        ...type.small,
        fontFamily: monoFamily,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        padding: '4px 4px 4px 12px',
        borderRadius: radius.nested,
        backgroundColor: color.sunken,
      }}
    >
      <Box component="code" sx={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', fontFamily: 'inherit' }}>
        {text}
      </Box>
      <CopyButton text={text} />
    </Box>
  )
}
