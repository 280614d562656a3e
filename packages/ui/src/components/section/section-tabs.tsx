import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { color, radius, type } from '../../theme/tokens.ts'
import { SECTIONS } from './sections.ts'
import type { SectionName, SectionPage } from './sections.ts'

interface SectionTabsProps {
  section: SectionName
  page: SectionPage
  /** How many the shown page lists. */
  count?: number | undefined
}

/** The pages of a section, beside its title. */
export function SectionTabs({ section, page, count }: SectionTabsProps) {
  const { t } = useTranslation()
  return (
    <Box component="nav" aria-label={t(`menu.${section}`)} sx={{ display: 'flex', gap: 0.5, overflowX: 'auto' }}>
      {SECTIONS[section].map((each) => (
        <Box
          key={each}
          component={Link}
          to={`/${each}`}
          aria-current={each === page ? 'page' : undefined}
          sx={each === page ? shown : tab}
        >
          {t(`menu.${each}`)}
          {each === page && count !== undefined && count > 0 ? (
            <Box component="span" sx={{ ...type.caption, marginLeft: 0.75 }}>
              {count.toLocaleString()}
            </Box>
          ) : null}
        </Box>
      ))}
    </Box>
  )
}

const tab = {
  ...type.body,
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 36,
  padding: '0 12px',
  borderRadius: radius.nested,
  color: color.text2,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { backgroundColor: color.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '@media (pointer: coarse)': { minHeight: 44 },
} as const

const shown = { ...tab, ...type.strong, backgroundColor: color.secondarySoft, color: color.onSecondarySoft } as const
