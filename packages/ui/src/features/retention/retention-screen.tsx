import type { Retention } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { color, type } from '../../theme/tokens.ts'
import { useRetention, useRetentionPreview } from './api/use-retention.ts'

/** For how long everything is stored, and what a limit would delete before it is set. */
export default function RetentionScreen() {
  const { t } = useTranslation('retention')
  const retention = useRetention()
  return (
    <>
      <PageHead title={t('title')} />
      {retention.isPending ? (
        <TableSkeleton />
      ) : retention.isError ? (
        <ErrorState error={retention.error} onRetry={() => void retention.refetch()} />
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: 1, margin: 0, padding: 0 }}>
          {retention.data.items.map((item) => (
            <Kind key={item.kind} item={item} />
          ))}
        </Box>
      )}
      <Preview />
    </>
  )
}

function Kind({ item: { kind, setting, days, withoutEnd } }: { item: Retention }) {
  const { t } = useTranslation('retention')
  const time = days === null ? t('forever') : days === 0 ? t('never') : t('days', { days })
  return (
    <Card component="li" sx={{ listStyle: 'none', padding: '8px 16px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={type.strong}>{t(`kind.${kind}`)}</Box>
        <Box sx={type.body}>{time}</Box>
      </Box>
      <Box sx={{ ...type.caption, color: color.text3 }}>{t('setBy', { setting })}</Box>
      {withoutEnd > 0 ? (
        <Box sx={{ ...type.caption, color: color.warning }}>{t('withoutEnd', { number: withoutEnd })}</Box>
      ) : null}
    </Card>
  )
}

const MOST_DAYS = 36_500

function daysIn(text: string): number | undefined {
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= MOST_DAYS ? days : undefined
}

function Preview() {
  const { t } = useTranslation('retention')
  const [text, setText] = useState('365')
  const days = daysIn(text)
  const preview = useRetentionPreview(days)
  return (
    <Box component="section" sx={{ marginTop: 4, maxWidth: 560 }}>
      <Typography variant="h2" sx={{ marginBottom: 1 }}>
        {t('preview.title')}
      </Typography>
      <TextInput
        label={t('preview.days')}
        type="number"
        value={text}
        onChange={setText}
        error={days === undefined ? t('preview.wrong') : undefined}
      />
      <Box role="status" sx={{ ...type.body, marginTop: 1 }}>
        {preview.isError
          ? t('preview.failed')
          : preview.data && days !== undefined
            ? t('preview.result', { days, ...preview.data })
            : null}
      </Box>
    </Box>
  )
}
