import type { ReplayResult } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color, radius, type } from '../../../theme/tokens.ts'
import { plainList } from '../../../parts/run-view/step-row.tsx'
import { useTimeMachine } from './time-machine-context.ts'

type Replayed = ReplayResult['calls'][number]

const looks = {
  recorded: { ground: color.sunken, ink: color.text2 },
  recomputed: { ground: color.primarySoft, ink: color.onPrimarySoft },
  today: { ground: color.warningSoft, ink: color.onWarningSoft },
  'by-hand': { ground: color.secondarySoft, ink: color.onSecondarySoft },
} as const

const MOST = 100

/** How each result is known: from the record, asked anew, as of today, or said by hand. */
export function ReplayedCalls({ calls }: { calls: readonly Replayed[] }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const labels = new Map(machine?.recorded?.calls.map(({ nodeId, label }) => [nodeId, label]))
  if (calls.length === 0) return null
  return (
    <Box component="section" aria-label={t('result.calls')}>
      <Box sx={{ ...type.caption, color: color.text3, marginBottom: 0.5 }}>{t('result.calls')}</Box>
      <Box
        component="ol"
        sx={{ ...plainList, maxHeight: 240, overflow: 'auto' }}
        tabIndex={0}
        aria-label={t('result.calls')}
      >
        {calls.slice(0, MOST).map(({ key, nodeId, kind, grade }, index) => (
          // eslint-disable-next-line react/no-array-index-key -- equal calls have equal keys, and none of them moves
          <Box
            component="li"
            key={`${key} ${index}`}
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}
          >
            <Box
              component="span"
              sx={{
                ...type.caption,
                padding: '2px 8px',
                borderRadius: radius.nested,
                backgroundColor: looks[grade].ground,
                color: looks[grade].ink,
              }}
            >
              {t(`grade.${grade}`)}
            </Box>
            <Box component="span" sx={{ ...type.body, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {labels.get(nodeId) ?? t('call.flow')} · {t(`call.kind.${kind}`, { defaultValue: kind })}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
