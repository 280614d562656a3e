import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { SearchField } from '../../../components/search-field.tsx'
import { color, radius, type } from '../../../theme/tokens.ts'
import type { Guide } from '../model/guide.ts'
import { searchGuides } from '../model/search-guides.ts'

interface GuideListProps {
  guides: readonly Guide[]
  current: string
  onChoose: (guide: string, heading?: string) => void
}

/** Every guide, searched by titles and headings. */
export function GuideList({ guides, current, onChoose }: GuideListProps) {
  const { t } = useTranslation('help')
  const [words, setWords] = useState('')
  const found = searchGuides(guides, words)
  return (
    <Box component="nav" aria-label={t('list')} sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
      <SearchField value={words} label={t('search')} fullWidth onChange={setWords} />
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {found.map(({ guide, headings }) => (
          <li key={guide.id}>
            <ListItemButton
              selected={guide.id === current}
              aria-current={guide.id === current ? 'page' : undefined}
              onClick={() => onChoose(guide.id)}
              sx={{ borderRadius: radius.nested, minHeight: 40 }}
            >
              {guide.title}
            </ListItemButton>
            {headings.map((heading) => (
              <ListItemButton
                key={heading}
                onClick={() => onChoose(guide.id, heading)}
                sx={{ ...type.small, borderRadius: radius.nested, paddingLeft: 4, color: color.text2 }}
              >
                {heading}
              </ListItemButton>
            ))}
          </li>
        ))}
      </Box>
      {found.length === 0 ? (
        <Typography role="status" sx={{ padding: 1, color: color.text2 }}>
          {t('nothing', { words })}
        </Typography>
      ) : null}
    </Box>
  )
}
