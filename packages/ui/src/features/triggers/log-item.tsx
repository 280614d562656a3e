import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { color, radius } from '../../theme/tokens.ts'

interface LogItemProps {
  state: string
  /** The colour of the state. */
  ink: string
  /** What else is to be said of it. */
  words: ReactNode
  /** Where its run can be looked at. */
  run: { runId: string | null; executionId: string | null }
  actions?: ReactNode
  error: string | null
  children?: ReactNode
}

/** One thing that came, went or was due, and what became of it. */
export function LogItem({ state, ink, words, run: { runId, executionId }, actions, error, children }: LogItemProps) {
  const { t } = useTranslation('triggers')
  return (
    <Box
      component="li"
      sx={{ border: `1px solid ${color.line}`, borderRadius: radius.card, padding: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography variant="subtitle2" component="span" sx={{ color: ink }}>
          {state}
        </Typography>
        {words}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginLeft: 'auto' }}>
          {runId === null ? null : (
            <Link component={RouterLink} to={`/runs/${executionId ?? runId}`} variant="body2">
              {t('webhook.openRun')}
            </Link>
          )}
          {actions}
        </Box>
      </Box>
      {error === null ? null : (
        <Typography variant="body2" sx={{ color: color.error, overflowWrap: 'anywhere' }}>
          {error}
        </Typography>
      )}
      {children}
    </Box>
  )
}

export function LogWords({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ color: color.text2, overflowWrap: 'anywhere', minWidth: 0 }}>
      {children}
    </Typography>
  )
}

/** Newest first. */
export function LogList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
      {children}
    </Box>
  )
}
