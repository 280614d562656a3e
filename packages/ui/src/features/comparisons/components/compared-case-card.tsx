import type { ComparedCase, ComparedSide } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { ChangedText } from '../../../components/changed-text.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { color } from '../../../theme/tokens.ts'

const usual = { ground: color.sunken, ink: color.text2 }
const LOOKS = {
  worse: { ground: color.errorSoft, ink: color.onErrorSoft },
  different: { ground: color.warningSoft, ink: color.onWarningSoft },
  unclear: usual,
  better: { ground: color.successSoft, ink: color.onSuccessSoft },
  reworded: usual,
  same: usual,
}

/** A case: what is told of it and why, then both answers, side by side where there is room. */
export function ComparedCaseCard({ item }: { item: ComparedCase }) {
  const { t } = useTranslation('comparisons')
  const { name, verdict, isProved, node, reason, judged, base, candidate } = item
  const { ground, ink } = LOOKS[verdict]
  const notes = [
    isProved ? t('proved') : '',
    node === null ? '' : t('departs', { node }),
    reason === null ? '' : t('missing', { reason }),
    judged === null ? '' : t('judged', judged),
  ].filter((note) => note !== '')
  return (
    <Card component="li" sx={{ padding: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, flexWrap: 'wrap' }}>
        <Chip size="small" label={t(`verdict.${verdict}`)} sx={{ backgroundColor: ground, color: ink }} />
        <Typography
          component="h2"
          variant="body1"
          sx={{ flex: '1 1 200px', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {name === '' ? t('noWords') : name}
        </Typography>
      </Box>
      {notes.length === 0 ? null : (
        <Typography variant="body2" sx={{ color: color.text2, marginTop: 0.5, overflowWrap: 'anywhere' }}>
          {notes.join(' · ')}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          marginTop: 1.5,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
        }}
      >
        <Answer title={t('base')} side={base} isProved={isProved} />
        <Answer title={t('candidate')} side={candidate} before={base.answer} isProved={isProved} />
      </Box>
    </Card>
  )
}

interface AnswerProps {
  title: string
  side: ComparedSide
  /** What it is told apart from. */
  before?: string
  isProved: boolean
}

function Answer({ title, side, before, isProved }: AnswerProps) {
  const { t, i18n } = useTranslation('comparisons')
  const { asked, failed, reworded, answer, durationMs, costMicro } = side
  const facts = [
    isProved ? '' : t('passed', { count: asked, passed: asked - failed }),
    reworded === 0 ? '' : t('reworded', { count: reworded }),
    durationMs === null ? '' : formatDuration(durationMs, i18n.language),
    costMicro === null ? '' : formatMoney(costMicro, i18n.language),
  ].filter((fact) => fact !== '')
  return (
    <Box role="group" aria-label={title}>
      <Typography variant="caption" sx={{ color: color.text2 }}>
        {[title, ...facts].join(' · ')}
      </Typography>
      <Box tabIndex={0} sx={{ maxHeight: 240, overflow: 'auto', marginTop: 0.5 }}>
        {answer === '' ? (
          <Typography variant="body2">{t('noAnswer')}</Typography>
        ) : (
          <ChangedText text={answer} before={before} />
        )}
      </Box>
    </Box>
  )
}
