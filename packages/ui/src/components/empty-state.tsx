import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { color } from '../theme/tokens.ts'
import { Drawing } from './drawings.tsx'
import type { DrawingName } from './drawings.tsx'

interface EmptyStateProps {
  drawing: DrawingName
  /** One sentence on what this place is for. */
  title: string
  text?: ReactNode
  /** One filled and one text action that lead on. */
  actions?: ReactNode
  role?: 'status' | 'alert'
  /** Level 1 where the picture is the whole page. */
  headingLevel?: 1 | 2
  titleId?: string
}

export function EmptyState({ drawing, title, text, actions, role, headingLevel = 2, titleId }: EmptyStateProps) {
  return (
    <Box
      role={role}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        textWrap: 'balance',
        gap: 1,
        maxWidth: 480,
        margin: '0 auto',
        // Where those beside it are stacked, margins are theirs.
        alignSelf: 'center',
        padding: { xs: '32px 0', md: '48px 0' },
      }}
    >
      <Drawing name={drawing} />
      <Typography id={titleId} variant="h2" component={headingLevel === 1 ? 'h1' : 'h2'} sx={{ marginTop: 1 }}>
        {title}
      </Typography>
      {text === undefined ? null : (
        <Typography component="div" sx={{ color: color.text2 }}>
          {text}
        </Typography>
      )}
      {actions === undefined ? null : (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center', marginTop: 1 }}>{actions}</Box>
      )}
    </Box>
  )
}
