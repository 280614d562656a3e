import type { SearchTestRun } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color, radius, type } from '../../../theme/tokens.ts'
import { rankCounts } from '../model/rank-counts.ts'

const HEIGHT = 96

/** At which place questions found their passage: a bar for each place, and one for those that did not. */
export function RankPlot({ run }: { run: SearchTestRun }) {
  const { t } = useTranslation('knowledge')
  const { ranks, missed } = rankCounts(run.results, run.k)
  const most = Math.max(1, missed, ...ranks)
  const bars = [
    ...ranks.map((count, index) => ({ label: String(index + 1), count, tone: color.primary })),
    { label: t('tests.missed'), count: missed, tone: color.warning },
  ]
  return (
    <Box component="figure" sx={{ margin: 0 }}>
      <Box component="figcaption" sx={{ ...type.small, color: color.text2, marginBottom: 1 }}>
        {t('tests.plot')}
      </Box>
      <Box
        component="ol"
        sx={{ listStyle: 'none', padding: 0, margin: 0, display: 'flex', gap: 0.5, overflowX: 'auto' }}
        // A long plot is scrolled with the keyboard too.
        tabIndex={0}
        aria-label={t('tests.plot')}
      >
        {bars.map(({ label, count, tone }) => (
          <Box
            key={label}
            component="li"
            aria-label={t('tests.bar', { label, count })}
            sx={{ ...type.caption, flex: '1 0 32px', maxWidth: 88, textAlign: 'center' }}
          >
            <Box aria-hidden sx={{ height: HEIGHT, display: 'flex', flexDirection: 'column', justifyContent: 'end' }}>
              <span>{count === 0 ? '' : count}</span>
              <Box
                sx={{
                  height: `${Math.max(2, (count / most) * (HEIGHT - 20))}px`,
                  backgroundColor: count === 0 ? color.line : tone,
                  borderRadius: `${radius.nested} ${radius.nested} 0 0`,
                }}
              />
            </Box>
            <Box aria-hidden sx={{ color: color.text2, paddingTop: '4px' }}>
              {label}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
