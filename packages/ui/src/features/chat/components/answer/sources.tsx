import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { Document } from '@chatwright/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { color, radius } from '../../../../theme/tokens.ts'
import { listSources } from '../../model/sources.ts'
import { SourceDialog } from './source-dialog.tsx'

/** Numbered chips; each opens the passage the answer rests on. */
export function Sources({ sources }: { sources: readonly Document[] }) {
  const { t } = useTranslation('chat')
  const [openNumber, setOpenNumber] = useState<number>()
  const listed = listSources(sources)
  const open = listed.find((source) => source.number === openNumber)
  return (
    <>
      <Box
        component="ul"
        aria-label={t('sources.title')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, margin: 0, padding: 0, listStyle: 'none' }}
      >
        {listed.map((source) => {
          const title = source.title ?? t('sources.untitled', { number: source.number })
          return (
            <Box component="li" key={source.number} sx={{ minWidth: 0, maxWidth: '100%' }}>
              <Chip
                clickable
                variant="outlined"
                onClick={() => setOpenNumber(source.number)}
                label={
                  <>
                    <NumberMark number={source.number} /> {title}
                  </>
                }
                sx={{ maxWidth: 'min(280px, 100%)', height: 28, '@media (pointer: coarse)': { height: 44 } }}
              />
            </Box>
          )
        })}
      </Box>
      {open ? <SourceDialog source={open} onClose={() => setOpenNumber(undefined)} /> : null}
    </>
  )
}

function NumberMark({ number }: { number: number }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: 16,
        height: 16,
        marginRight: 0.5,
        borderRadius: radius.round,
        backgroundColor: color.primarySoft,
        color: color.onPrimarySoft,
        fontWeight: 500,
      }}
    >
      {number}
    </Box>
  )
}
