import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Cards in as many columns as fit; each at least 280 px wide. */
export function CardGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <Box
      {...(label !== undefined && { role: 'list', 'aria-label': label })}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }}
    >
      {children}
    </Box>
  )
}
