import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { useTitle } from '../lib/use-title.ts'
import { color } from '../theme/tokens.ts'

interface PageHeadProps {
  title: string
  count?: number | undefined
  /** Sections of the page, beside its title. */
  tabs?: ReactNode
  /** Search, filters and view. */
  children?: ReactNode
  /** The page's one filled button; beside the title where room is short. */
  action?: ReactNode
}

/** Title with its count, then the tools of the page, in one row where there is room. */
export function PageHead({ title, count, tabs, children, action }: PageHeadProps) {
  useTitle(title)
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, minHeight: 44, marginBottom: 2 }}
    >
      <Typography
        variant="h1"
        sx={{ marginRight: tabs ? { xs: 'auto', md: 1 } : 'auto', display: 'flex', alignItems: 'baseline', gap: 1 }}
      >
        {title}
        {count === undefined || count === 0 ? null : (
          <Typography component="span" variant="body1" sx={{ color: color.text3 }}>
            {count.toLocaleString()}
          </Typography>
        )}
      </Typography>
      {action === undefined || action === null ? null : (
        <Box sx={{ display: 'flex', gap: 1, order: { xs: 0, md: 1 } }}>{action}</Box>
      )}
      {tabs ? <Box sx={{ marginRight: { md: 'auto' }, width: { xs: '100%', md: 'auto' } }}>{tabs}</Box> : null}
      {children}
    </Box>
  )
}
