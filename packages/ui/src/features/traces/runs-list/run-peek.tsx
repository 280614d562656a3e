import type { FoundRun } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { Delayed } from '../../../components/delayed.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useRun } from '../../../parts/run-view/use-run.ts'
import { color, type } from '../../../theme/tokens.ts'
import { RunFigures } from '../components/run-head.tsx'

/** The whole question and answer beside the list, without leaving it. */
export function RunPeek({ run, onClose }: { run: FoundRun; onClose: () => void }) {
  const { t } = useTranslation('runs-list')
  const whole = useRun(run.id)
  return (
    <Card
      component="aside"
      aria-label={t('peek.title')}
      sx={{
        position: 'fixed',
        zIndex: 6,
        top: { xs: 66, sm: 82 },
        right: { xs: 0, sm: 16 },
        bottom: { xs: 0, sm: 16 },
        width: { xs: '100%', sm: 440 },
        display: 'flex',
        flexDirection: 'column',
        boxShadow: color.shadowMenu,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: '8px 8px 8px 16px' }}>
        <Typography variant="subtitle2" component="h2" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {run.flowName}
        </Typography>
        <Button size="small" component={Link} to={`/runs/${run.id}`}>
          {t('peek.open')}
        </Button>
        <LabelledIconButton label={t('peek.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </LabelledIconButton>
      </Box>
      <Box
        tabIndex={0}
        role="group"
        aria-label={t('peek.title')}
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          padding: '0 16px 16px',
          display: 'grid',
          gap: 2,
          alignContent: 'start',
        }}
      >
        {whole.error && !whole.data ? <ErrorState error={whole.error} onRetry={() => void whole.refetch()} /> : null}
        {whole.data ? (
          <>
            <RunFigures run={whole.data} />
            <Box
              sx={{
                ...type.body,
                padding: '8px 12px',
                borderRadius: '8px',
                backgroundColor: color.primarySoft,
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
              }}
            >
              {run.question === '' ? t('noWords') : whole.data.question === '' ? run.question : whole.data.question}
            </Box>
            {whole.data.answer ? <Markdown text={whole.data.answer} /> : null}
            {run.fault ? (
              <ProblemNotice>
                {run.fault.message} {run.fault.hint}
              </ProblemNotice>
            ) : null}
          </>
        ) : whole.error ? null : (
          <Delayed>
            <Skeleton variant="rounded" height={160} />
          </Delayed>
        )}
      </Box>
    </Card>
  )
}
