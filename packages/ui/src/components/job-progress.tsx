import type { Job } from '@chatwright/contract'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { color, type } from '../theme/tokens.ts'

/** How far a job is: its stage, how much of it is done where that is known, and a bar. */
export function JobProgress({ job }: { job: Pick<Job, 'state' | 'progress'> | undefined }) {
  const { t } = useTranslation('jobs')
  const progress = job?.progress ?? undefined
  const isMeasured = progress !== undefined && progress.total > 0
  const label = useStageWords(job)
  return (
    <Stack spacing={1}>
      <Stack direction="row" sx={{ ...type.small, justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="inherit">{label}</Typography>
        {isMeasured ? (
          <Typography variant="inherit" sx={{ color: color.text2, fontVariantNumeric: 'tabular-nums' }}>
            {t('of', { done: progress.done, total: progress.total })}
          </Typography>
        ) : null}
      </Stack>
      {job?.state === 'queued' ? null : (
        <LinearProgress
          aria-label={label}
          {...(isMeasured
            ? { variant: 'determinate' as const, value: (100 * progress.done) / progress.total }
            : { variant: 'indeterminate' as const })}
        />
      )}
    </Stack>
  )
}

const STAGES = ['loading', 'splitting', 'embedding', 'copying', 'storing', 'deleting'] as const

function useStageWords(job: Pick<Job, 'state' | 'progress'> | undefined): string {
  const { t } = useTranslation('jobs')
  if (job?.state === 'queued') return t('waits')
  const stage = STAGES.find((known) => known === job?.progress?.stage)
  return stage ? t(`stage.${stage}`) : t('begins')
}
