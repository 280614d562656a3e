import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { color, monoFamily, type } from '../../../theme/tokens.ts'
import { linesOf, shownFacts } from '../model/shown-facts.ts'

interface PassageTextProps {
  text: string
  /** Where it comes from, if the head says so. */
  document?: string
  facts: Readonly<Record<string, unknown>>
  /** What can be said of it. */
  head?: ReactNode
  action?: ReactNode
  isFaded?: boolean
}

/** The words of a passage with the facts they came with. */
export function PassageText({ text, document, facts, head, action, isFaded = false }: PassageTextProps) {
  const { t } = useTranslation('knowledge')
  const shown = shownFacts(facts, document)
  const lines = linesOf(facts)
  return (
    <Card component="article" sx={{ padding: 2 }}>
      {head === undefined ? null : (
        <Box sx={{ ...type.small, color: color.text2, display: 'flex', alignItems: 'center', gap: 1, marginBottom: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{head}</Box>
          {action}
        </Box>
      )}
      <Typography
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...(isFaded && { color: color.text3 }) }}
        component="div"
      >
        {text}
      </Typography>
      {shown.length === 0 && !lines ? null : (
        <Box
          component="ul"
          aria-label={t('passages.facts')}
          sx={{
            ...type.caption,
            color: color.text2,
            listStyle: 'none',
            padding: 0,
            margin: '8px 0 0',
            display: 'flex',
            flexWrap: 'wrap',
            gap: '2px 12px',
            overflowWrap: 'anywhere',
          }}
        >
          {lines ? <li>{t(lines.from === lines.to ? 'passages.line' : 'passages.lines', lines)}</li> : null}
          {shown.map(({ name, value }) => (
            <li key={name}>
              <Box component="span" sx={{ fontFamily: monoFamily }}>
                {name}
              </Box>
              : {value}
            </li>
          ))}
        </Box>
      )}
    </Card>
  )
}
