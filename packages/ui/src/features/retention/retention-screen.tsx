import type { Retention } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { color, type } from '../../theme/tokens.ts'
import { useRetention } from './api/use-retention.ts'
import RetentionDialog from './components/retention-dialog.tsx'

/** For how long everything is stored, and the way to change it, which shows first what a limit would delete. */
export default function RetentionScreen() {
  const { t } = useTranslation('retention')
  const retention = useRetention()
  const [changed, setChanged] = useState<Retention>()
  return (
    <>
      <PageHead title={t('title')} />
      {retention.isPending ? (
        <TableSkeleton />
      ) : retention.isError ? (
        <ErrorState error={retention.error} onRetry={() => void retention.refetch()} />
      ) : (
        <>
          <Box sx={{ ...type.body, color: color.text2, marginBottom: 2 }}>{t('about')}</Box>
          <Box component="ul" sx={{ display: 'grid', gap: 1, margin: 0, padding: 0 }}>
            {retention.data.items.map((item) => (
              <Kind key={item.kind} item={item} onChange={() => setChanged(item)} />
            ))}
          </Box>
        </>
      )}
      {changed ? <RetentionDialog item={changed} onClose={() => setChanged(undefined)} /> : null}
    </>
  )
}

function Kind({ item, onChange }: { item: Retention; onChange: () => void }) {
  const { kind, setting, isFixed, days, withoutEnd } = item
  const { t } = useTranslation('retention')
  const name = t(`kind.${kind}`)
  const time = days === null ? t('forever') : days === 0 ? t('never') : t('days', { count: days })
  return (
    <Card component="li" sx={{ listStyle: 'none', padding: '8px 16px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Box sx={type.strong}>{name}</Box>
          {isFixed ? <Box sx={{ ...type.caption, color: color.text3 }}>{t('fixed', { setting })}</Box> : null}
          {withoutEnd > 0 ? (
            <Box sx={{ ...type.caption, color: color.warning }}>
              {t('withoutEnd', { count: withoutEnd })}{' '}
              <Link component={RouterLink} to="/runs?view=waiting&withoutEnd=true">
                {t('showThem')}
              </Link>
            </Box>
          ) : null}
        </Box>
        <Box sx={type.body}>{time}</Box>
        {isFixed ? null : (
          <Button aria-label={t('changeNamed', { name })} onClick={onChange}>
            {t('change')}
          </Button>
        )}
      </Box>
    </Card>
  )
}
