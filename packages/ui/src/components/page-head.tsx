import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { useTitle } from '../lib/use-title.ts'
import { color } from '../theme/tokens.ts'
import { SectionTabs } from './section/section-tabs.tsx'
import { sectionAt } from './section/sections.ts'

interface PageHeadProps {
  /** The page's own; one that shares a row of the side menu is headed by the row's words, with its own as a tab. */
  title: string
  count?: number | undefined
  /** Parts of the page, beside its title. */
  tabs?: ReactNode
  /** Search, filters and view. */
  children?: ReactNode
  /** The page's one filled button; beside the title where room is short. */
  action?: ReactNode
}

/** Title with its count, then the tools of the page, in one row where there is room. */
export function PageHead({ title, count, tabs: given, children, action }: PageHeadProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  useTitle(title)
  const section = sectionAt(pathname)
  const tabs = section ? <SectionTabs section={section.name} page={section.page} count={count} /> : given
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, minHeight: 44, marginBottom: 2 }}
    >
      <Typography
        variant="h1"
        sx={{ marginRight: tabs ? { xs: 'auto', md: 1 } : 'auto', display: 'flex', alignItems: 'baseline', gap: 1 }}
      >
        {section ? t(`menu.${section.name}`) : title}
        {section || count === undefined || count === 0 ? null : (
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
