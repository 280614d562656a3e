import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import type { Document } from '@chatwright/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { color, radius } from '../../../../theme/tokens.ts'
import { listSources } from '../../model/sources.ts'
import { SourceDialog } from './source-dialog.tsx'

/** More than these would hide the answer; a few are not worth a button. */
const MOST_CHIPS = 12
const FEWER_CHIPS = 8

/** Numbered chips; each opens the passage the answer rests on. */
export function Sources({ sources }: { sources: readonly Document[] }) {
  const { t } = useTranslation('chat')
  const [openNumber, setOpenNumber] = useState<number>()
  const [showsAll, setShowsAll] = useState(false)
  const listed = listSources(sources)
  const shown = showsAll || listed.length <= MOST_CHIPS ? listed : listed.slice(0, FEWER_CHIPS)
  const open = listed.find((source) => source.number === openNumber)
  return (
    <>
      <Box
        component="ul"
        aria-label={t('sources.title')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, margin: 0, padding: 0, listStyle: 'none' }}
      >
        {shown.map((source) => {
          const title = source.title ?? t('sources.untitled', { number: source.number })
          return (
            <Box component="li" key={source.number} sx={{ minWidth: 0, maxWidth: '100%' }}>
              <Tooltip title={title} describeChild>
                <Chip
                  clickable
                  variant="outlined"
                  onClick={() => setOpenNumber(source.number)}
                  icon={<NumberMark number={source.number} />}
                  label={title}
                  sx={chipStyles}
                />
              </Tooltip>
            </Box>
          )
        })}
        {shown.length < listed.length ? (
          <li>
            <Button size="small" onClick={() => setShowsAll(true)}>
              {t('sources.all', { count: listed.length })}
            </Button>
          </li>
        ) : null}
      </Box>
      {open ? <SourceDialog source={open} onClose={() => setOpenNumber(undefined)} /> : null}
    </>
  )
}

const chipStyles = {
  maxWidth: 'min(280px, 100%)',
  height: 28,
  '& .MuiChip-label': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    paddingLeft: '8px',
    paddingRight: '10px',
  },
  '@media (pointer: coarse)': { height: 44 },
}

function NumberMark({ number, className }: { number: number; className?: string }) {
  return (
    <Box
      component="span"
      {...(className !== undefined && { className })}
      sx={{
        display: 'grid',
        placeItems: 'center',
        flexShrink: 0,
        minWidth: 16,
        height: 16,
        padding: '0 4px',
        borderRadius: radius.round,
        backgroundColor: color.primarySoft,
        color: `${color.onPrimarySoft} !important`,
        fontSize: '0.75rem',
        lineHeight: 1,
        fontWeight: 500,
      }}
    >
      {number}
    </Box>
  )
}
